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
    const at = old.contains(document.activeElement) ? document.activeElement.id : "";
    const same = field(old, "asked") === field(next, "asked");
    if (text(old, "status") !== text(next, "status")) {
      document.getElementById("said").textContent = text(next, "status");
    }
    old.replaceWith(next);
    document.title = fresh.title;
    if (!at) return;
    const stay = same ? document.getElementById(at) : null;
    (stay ?? document.getElementById("question") ?? document.getElementById("status")).focus({ preventScroll: true });
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

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!page().contains(form) || !event.submitter) return;
    event.preventDefault();
    if (form.dataset.sent) return;
    form.dataset.sent = "yes";
    const body = new URLSearchParams(new FormData(form));
    body.append(event.submitter.name, event.submitter.value);
    load(form.action, { method: "POST", body });
  });

  const stream = new EventSource(`${page().dataset.stream}?state=${page().dataset.state}`);
  stream.onopen = () => lost(false);
  stream.onerror = () => lost(true);
  stream.onmessage = (message) => load(page().dataset.page, undefined, message.lastEventId);
})();
