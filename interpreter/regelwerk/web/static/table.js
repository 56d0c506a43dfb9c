// Keeps the page of a seat as it is now. Without this script everything works by links and forms.
"use strict";

(() => {
  const page = () => document.querySelector("main[data-stream]");
  if (!page() || !window.EventSource || !window.fetch) return;

  // Puts the new page in place of the old one; whoever was at a button stays there, if it is still there.
  const show = (text) => {
    const fresh = new DOMParser().parseFromString(text, "text/html");
    const next = fresh.querySelector("main[data-stream]");
    if (!next) return location.reload();
    const at = document.activeElement && page().contains(document.activeElement) ? document.activeElement.id : "";
    const asked = (main) => main.querySelector("input[name=asked]")?.value;
    const sameQuestion = asked(page()) === asked(next);
    page().replaceWith(next);
    document.title = fresh.title;
    const focus = (sameQuestion && at && document.getElementById(at)) || (at && document.getElementById("question"));
    if (focus) focus.focus({ preventScroll: sameQuestion });
  };

  const lost = (now) => { const note = document.getElementById("lost"); if (note) note.hidden = !now; };

  let busy = false;
  let again = false;
  const load = async (address, options) => {
    if (busy) { again = !options || again; return Boolean(!options); }
    busy = true;
    try {
      show(await (await fetch(address, options)).text());
    } catch {
      again = false;
      lost(true);
    } finally {
      busy = false;
    }
    if (again) { again = false; await load(page().dataset.page); }
    return true;
  };

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!page().contains(form) || !event.submitter) return;
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form));
    body.append(event.submitter.name, event.submitter.value);
    load(form.action, { method: "POST", body });
  });

  const stream = new EventSource(`${page().dataset.stream}?state=${page().dataset.state}`);
  stream.onopen = () => lost(false);
  stream.onerror = () => lost(true);
  stream.onmessage = (message) => {
    if (message.lastEventId !== page().dataset.state) load(page().dataset.page);
  };
})();
