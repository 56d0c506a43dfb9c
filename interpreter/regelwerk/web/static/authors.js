// Says what is wrong with a house rule while it is written. Without this script the button does.
"use strict";

(() => {
  const form = document.getElementById("bench");
  const said = document.getElementById("said");
  if (!form || !said || !window.fetch) return;
  const WAIT = 700;
  let timer = 0;
  let asking = false;
  let again = false;

  // One question at a time; what was written meanwhile is asked about afterwards.
  const ask = async () => {
    if (asking) {
      again = true;
      return;
    }
    asking = true;
    try {
      const body = new URLSearchParams(new FormData(form));
      const answer = await fetch(form.dataset.problems, { method: "POST", body });
      if (answer.ok) said.textContent = await answer.text();
    } catch {
      // The server is away: the button will say so.
    }
    asking = false;
    if (again) {
      again = false;
      ask();
    }
  };

  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(ask, WAIT);
  });
})();
