// Keeps the page of a seat as things are now. Without this script everything works by links and forms.
"use strict";

(() => {
  const page = () => document.querySelector("main[data-stream]");
  const field = (main, name) => main.querySelector(`input[name=${name}]`)?.value;
  const text = (main, id) => main.querySelector(`#${id}`)?.textContent ?? "";
  if (!page() || !window.EventSource || !window.fetch) return;

  const lost = (now) => {
    const note = document.getElementById("lost");
    if (note) note.hidden = !now;
  };

  // What whoever looks has unfolded, scrolled and ticked stays so: the first two by the names of the elements,
  // the last only as long as the same is asked.
  const kept = (main, same) => {
    const open = [...main.querySelectorAll("details[open][id]")].map((each) => each.id);
    const moved = [...main.querySelectorAll(".wide[id]")].map((each) => [each.id, each.scrollLeft, each.scrollTop]);
    const ticked = same ? [...main.querySelectorAll("input:checked")].map((each) => each.name) : [];
    return (next) => {
      open.forEach((id) => { const each = next.querySelector(`#${id}`); if (each) each.open = true; });
      moved.forEach(([id, left, top]) => next.querySelector(`#${id}`)?.scrollTo(left, top));
      ticked.forEach((name) => tick(next, name, true));
    };
  };

  // A thing can be ticked in the list and where it lies; the boxes say the same.
  const tick = (main, name, on) => {
    main.querySelectorAll(`input[name="${name}"]`).forEach((each) => { each.checked = on; });
  };

  // Puts the page as it is now in place of the old one. Whoever was at a button stays there as long as the same
  // is asked, and else goes to what is asked then. A change of whose turn it is is read out.
  const show = (answer) => {
    const fresh = new DOMParser().parseFromString(answer, "text/html");
    const old = page();
    const next = fresh.querySelector("main[data-stream]");
    if (!next) {
      location.reload();
      return;
    }
    const at = old.contains(document.activeElement) ? document.activeElement : null;
    const same = field(old, "asked") === field(next, "asked");
    if (text(old, "status") !== text(next, "status")) {
      document.getElementById("said").textContent = text(next, "status");
    }
    const restore = kept(old, same);
    const top = old.getBoundingClientRect().top;
    old.replaceWith(next);
    restore(next);
    scrollBy(0, next.getBoundingClientRect().top - top);
    document.title = fresh.title;
    if (!at) return;
    const again = (main) => main.querySelector(`button[form][value="${at.value}"], a[href="${at.getAttribute("href")}"]`);
    const stay = at.id ? document.getElementById(at.id) : again(next);
    if (same && stay) {
      stay.focus({ preventScroll: true });
      return;
    }
    (document.getElementById("question") ?? document.getElementById("status")).focus({ preventScroll: true });
  };

  // One after the other, so that an older answer never comes after a newer one.
  let last = Promise.resolve();
  const load = (address, options, state) => {
    last = last.then(async () => {
      if (state === page().dataset.state) return;
      try {
        show(await (await fetch(address, options)).text());
      } catch {
        delete page().querySelector("form")?.dataset.sent;
        lost(true);
      }
    });
  };

  // Panels open beside the board, and not instead of it.
  const panel = document.getElementById("panel");
  const inside = panel?.querySelector("div");
  const open = async (address) => {
    try {
      const fresh = new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
      inside.replaceChildren(...(fresh.querySelector("main")?.childNodes ?? []));
      inside.querySelector("a[data-back]")?.parentNode.remove();
      if (!panel.open) panel.showModal();
      panel.scrollTop = 0;
      inside.querySelector("h1")?.focus();
    } catch {
      location.assign(address);
    }
  };
  if (panel?.showModal) {
    document.addEventListener("click", (event) => {
      const link = event.target.closest?.("a[data-panel], a.spot");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      event.preventDefault();
      open(link.getAttribute("href"));
    });
    document.getElementById("close").addEventListener("click", () => panel.close());
  }

  document.addEventListener("change", (event) => {
    if (event.target.name?.startsWith("pick ")) tick(page(), event.target.name, event.target.checked);
  });

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.className === "look-up" && panel?.showModal) {
      event.preventDefault();
      open(`${form.action}?${new URLSearchParams(new FormData(form))}`);
      return;
    }
    if (form.method !== "post" || !(page().contains(form) || panel?.contains(form)) || !event.submitter) return;
    event.preventDefault();
    panel?.close();
    if (form.dataset.sent) return;
    form.dataset.sent = "yes";
    const body = new URLSearchParams(new FormData(form));
    body.append(event.submitter.name, event.submitter.value);
    load(form.action, { method: "POST", body });
  });

  // The browser itself tries a stream again that has broken off, but not one that has been refused.
  const listen = () => {
    const stream = new EventSource(`${page().dataset.stream}?state=${page().dataset.state}`);
    stream.onopen = () => lost(false);
    stream.onerror = () => {
      lost(true);
      if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 5000);
    };
    stream.onmessage = (message) => load(page().dataset.page, undefined, message.lastEventId);
  };
  listen();
})();
