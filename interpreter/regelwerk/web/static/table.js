// Keeps the page of a seat as things are now. Without this script everything works by links and forms.
"use strict";

(() => {
  const page = () => document.querySelector("main[data-stream]");
  const field = (main, name) => main.querySelector(`input[name=${name}]`)?.value;
  const text = (main, id) => main.querySelector(`#${id}`)?.textContent ?? "";
  if (!page() || !window.EventSource || !window.fetch) return;

  // What is wrong with the connection stands on the page until it is right again: that the stream has broken off,
  // or what came instead of a page. `about` is a sentence of the server, else one that the page brings along.
  const wrong = { stream: false, page: false, about: "" };
  const note = (change) => {
    Object.assign(wrong, change);
    const shown = document.getElementById("lost");
    if (!shown) return;
    shown.dataset.own ??= shown.textContent;
    shown.textContent = (wrong.page && wrong.about) || shown.dataset.own;
    shown.hidden = !wrong.stream && !wrong.page;
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
  const show = (fresh, next) => {
    const old = page();
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

  // One after the other, so that an older answer never comes after a newer one. What was sent by a form counts
  // once; whatever becomes of it, the form can be sent again.
  let last = Promise.resolve();
  let told = "";
  const load = (address, options, state, form) => {
    last = last.catch(() => {}).then(async () => {
      if (state && (state !== told || state === page().dataset.state)) return;
      const answer = await asked(address, options);
      if (form) delete form.dataset.sent;
      take(answer, Boolean(form));
    });
  };

  // What came of a question: its document, the main part of it if it is a page of a table, its status and when to
  // ask again. Nothing at all is status 0.
  const asked = async (address, options) => {
    try {
      const answer = await fetch(address, options);
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      const next = fresh.querySelector("main[data-stream]");
      return { fresh, next, status: answer.status, again: Number(answer.headers.get("retry-after")) };
    } catch {
      return { status: 0 };
    }
  };

  // A page is shown, but not if nothing was sent and it is as before: somebody may be writing in it, or about to
  // click. A server that is away or has too much to do is asked again, ever later.
  const take = ({ fresh, next, status, again }, sent) => {
    clearTimeout(timer);
    if (next) {
      wait = SOON;
      if (sent || next.dataset.state !== page().dataset.state) show(fresh, next);
      note({ page: false });
      return;
    }
    const away = status === 0 || status === 408 || status === 429 || status >= 500;
    if (!away && !sent) {
      location.reload();
      return;
    }
    note({ page: true, about: fresh?.querySelector("h1")?.textContent ?? "" });
    if (sent) document.getElementById("lost")?.scrollIntoView({ block: "nearest" });
    if (!away) return;
    timer = setTimeout(() => load(page().dataset.page), Math.max(wait, 1000 * (again || 0)));
    wait = Math.min(2 * wait, LATE);
  };
  const SOON = 2000;
  const LATE = 30000;
  let wait = SOON;
  let timer = 0;

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
    load(form.action, { method: "POST", body }, undefined, form);
  });

  // The browser itself tries a stream again that has broken off, but not one that has been refused.
  const listen = () => {
    const stream = new EventSource(`${page().dataset.stream}?state=${page().dataset.state}`);
    stream.onopen = () => note({ stream: false });
    stream.onerror = () => {
      note({ stream: true });
      if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 5000);
    };
    // While others choose quickly, only the last state is worth a page.
    stream.onmessage = (message) => {
      told = message.lastEventId;
      load(page().dataset.page, undefined, told);
    };
  };
  listen();
})();
