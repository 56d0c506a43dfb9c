// Runs the script of a page on a page that is made up, and prints what it did, one line for each step.
import fs from "node:fs";
import vm from "node:vm";

const did = [];
const said = { textContent: "" };
const lost = { hidden: true, textContent: "lost", dataset: {}, scrollIntoView: () => {} };

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
const sentences = { busy: "wait for 7 s", broken: "a mistake", refused: "not from here" };
const listeners = {};
const timers = [];
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
let status = 200;
let later = null;
vm.runInNewContext(fs.readFileSync(process.argv[2], "utf8"), {
  document,
  URLSearchParams,
  scrollBy: () => {},
  window: { EventSource: true, fetch: true },
  location: { reload: () => did.push("reload") },
  FormData: class { *[Symbol.iterator]() { yield ["token", "t"]; } },
  EventSource: class { constructor(address) { did.push(`listens ${address}`); stream = this; } },
  DOMParser: class {
    parseFromString(text) {
      const made = (wanted) => (wanted === "h1" ? text in sentences && { textContent: sentences[text] } : answers[text]?.());
      return { title: text, querySelector: (wanted) => made(wanted) || null };
    }
  },
  setTimeout: (act, wait) => {
    did.push(`waits ${wait}`);
    return timers.push(act);
  },
  clearTimeout: (number) => { delete timers[number - 1]; },
  fetch: async (address, options) => {
    did.push([options?.method ?? "GET", address, options?.body ?? ""].join(" ").trim());
    if (answer === null) throw new Error("no server");
    const text = answer;
    return { text: async () => text, status, headers: { get: () => later } };
  },
});

const step = async (name, act) => {
  act();
  await new Promise((done) => setTimeout(done, 5));
  const note = lost.hidden ? "" : ` | note ${lost.textContent}`;
  console.log(`${name}: ${did.splice(0).join(", ")} | said ${said.textContent}${note}`);
};
const click = (option) => {
  document.activeElement = document.page.elements[`option-${option}`];
  const submitter = { name: "option", value: String(option) };
  listeners.submit({ target: document.page.form, submitter, preventDefault: () => {} });
};
const message = (state) => stream.onmessage({ lastEventId: state });

const answered = (text, by = 200, wait = null) => { [answer, status, later] = [text, by, wait]; };
const wake = () => timers.forEach((act, number) => { delete timers[number]; act(); });

await step("clicked twice", () => { click(1); click(1); });
await step("told what is shown", () => message("W"));
await step("told twice of one state", () => { answered("asks"); message("Q"); message("Q"); });
await step("told of three at once", () => { message("R"); message("S"); message("T"); });
await step("clicked without a server", () => { answered(null); click(2); });
await step("still without a server", wake);
await step("the stream is there again", () => stream.onopen());
await step("the page is, as it was", () => { answered("asks"); wake(); });
await step("asked the same in another state", () => { answered("again"); message("Q2"); });
await step("clicked too often", () => { answered("busy", 429, "7"); click(2); });
await step("in time again", () => { answered("again"); wake(); });
await step("the server makes a mistake", () => { answered("broken", 500); message("W"); });
await step("news meanwhile", () => { answered("asks"); message("Q"); });
await step("no time is waited for any more", wake);
await step("the database is away", () => { answered("", 503); message("W"); });
await step("the stream is lost as well", () => stream.onerror());
await step("the page comes first", () => { answered("again"); wake(); });
await step("then the stream", () => stream.onopen());
await step("a form is refused", () => { answered("refused", 403); click(2); });
await step("clicked again", () => { answered("waits"); click(2); });
await step("closed out", () => { answered("nothing", 404); message("Z"); });
