// Runs the script of a page on a page that is made up, and prints what it did, one line for each step.
import fs from "node:fs";
import vm from "node:vm";

const did = [];
const said = { textContent: "" };
const lost = { hidden: true };

// A page in a state, which asks for something (how often before) or does not, with so many options.
const makePage = (state, asked, status, options) => {
  const elements = {};
  const add = (id, textContent = "") => {
    elements[id] = { id, textContent, focus: () => { did.push(`focus ${id}`); document.activeElement = elements[id]; } };
  };
  add("status", status);
  if (asked !== null) ["question", ...options.map((n) => `option-${n}`)].forEach((id) => add(id));
  const form = asked === null ? null : { dataset: {}, action: "/choose", method: "post" };
  return {
    dataset: { state, stream: "/stream", page: "/page" },
    form,
    elements,
    querySelectorAll: () => [],
    getBoundingClientRect: () => ({ top: 0 }),
    contains: (node) => node === form || Object.values(elements).includes(node),
    replaceWith: (next) => { did.push(`shows ${next.dataset.state}`); document.page = next; },
    querySelector: (wanted) => {
      if (wanted === "form") return form;
      if (wanted.startsWith("input")) return form && { value: String(asked) };
      return elements[wanted.slice(1)] ?? null;
    },
  };
};

const answers = {
  waits: () => makePage("W", null, "wait", []),
  asks: () => makePage("Q", 1, "your turn", [0, 1, 2]),
  again: () => makePage("Q2", 1, "your turn", [0, 1, 2]),
};
const listeners = {};
const document = {
  page: makePage("A", 0, "your turn", [0, 1]),
  activeElement: null,
  title: "",
  querySelector: () => document.page,
  getElementById: (id) => ({ said, lost })[id] ?? document.page.elements[id] ?? null,
  addEventListener: (name, listener) => { listeners[name] = listener; },
};
let stream;
let answer = "waits";
vm.runInNewContext(fs.readFileSync(process.argv[2], "utf8"), {
  document,
  URLSearchParams,
  scrollBy: () => {},
  window: { EventSource: true, fetch: true },
  location: { reload: () => did.push("reload") },
  FormData: class { *[Symbol.iterator]() { yield ["token", "t"]; } },
  EventSource: class { constructor(address) { did.push(`listens ${address}`); stream = this; } },
  DOMParser: class {
    parseFromString(text) { return { title: text, querySelector: () => answers[text]?.() ?? null }; }
  },
  fetch: async (address, options) => {
    did.push([options?.method ?? "GET", address, options?.body ?? ""].join(" ").trim());
    if (answer === null) throw new Error("no server");
    const text = answer;
    return { text: async () => text };
  },
});

const step = async (name, act) => {
  act();
  await new Promise((done) => setTimeout(done, 5));
  console.log(`${name}: ${did.splice(0).join(", ")} | said ${said.textContent} | lost ${!lost.hidden}`);
};
const click = (option) => {
  document.activeElement = document.page.elements[`option-${option}`];
  const submitter = { name: "option", value: String(option) };
  listeners.submit({ target: document.page.form, submitter, preventDefault: () => {} });
};
const message = (state) => stream.onmessage({ lastEventId: state });

await step("clicked twice", () => { click(1); click(1); });
await step("told what is shown", () => message("W"));
await step("told twice of one state", () => { answer = "asks"; message("Q"); message("Q"); });
await step("clicked without a server", () => { answer = null; click(2); });
await step("connected again", () => stream.onopen());
await step("asked the same in another state", () => { answer = "again"; message("Q2"); });
await step("clicked again", () => { answer = "waits"; click(2); });
await step("closed out", () => { answer = "nothing"; message("Z"); });
