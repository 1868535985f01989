import { spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { findFreePort } from "../processes/child.ts";
import { until } from "../until.ts";
import { type Driver, findElement, type Handle, WINDOW } from "./visitor.ts";

/** The name under which WebDriver gives an element. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
type ElementId = { [ELEMENT]: string };

const KEYS: Record<string, string> = { Enter: "\uE007", Escape: "\uE00C" };
const BACKSPACE = "\uE003";
/** A display of its own, which nobody sees. */
const DISPLAY = 1000;

/** WebKitGTK, near today's Safari, by its own WebDriver. Each session is a private one. */
export async function driveWebKit(programs: {
  driver: string;
  display: string;
  browser: string;
}): Promise<Driver> {
  const port = await findFreePort();
  const display = `:${DISPLAY + (port % 1000)}`;
  const env = {
    ...process.env,
    DISPLAY: display,
    GDK_BACKEND: "x11",
    LIBGL_ALWAYS_SOFTWARE: "1",
    NO_AT_BRIDGE: "1",
    LANG: "C.UTF-8",
    XDG_CONFIG_HOME: mkdtempSync(path.join(os.tmpdir(), "webkit-")),
  };
  const start = (program: string, ...args: string[]) =>
    spawn(program, args, { env, stdio: "ignore", detached: true });
  const running = [
    start(programs.display, display, "-screen", "0", "1600x1200x24"),
    start(programs.driver, "-p", String(port), "--host=local"),
  ];

  async function send<T>(method: string, address: string, body?: object) {
    const answer = await fetch(`http://127.0.0.1:${port}${address}`, {
      method,
      body: method === "POST" ? JSON.stringify(body ?? {}) : undefined,
    });
    const { value } = (await answer.json()) as {
      value: T & { error?: string; message?: string };
    };
    if (value && typeof value === "object" && value.error)
      throw new Error(`${value.error}: ${value.message}`);
    return value;
  }

  await until(() =>
    send("GET", "/status").then(
      () => true,
      () => false,
    ),
  );
  const { sessionId } = await send<{ sessionId: string }>("POST", "/session", {
    capabilities: {
      alwaysMatch: {
        "webkitgtk:browserOptions": {
          binary: programs.browser,
          args: ["--automation"],
        },
      },
    },
  });
  const session = `/session/${sessionId}`;
  const inSession = <T>(method: string, what: string, body?: object) =>
    send<T>(method, `${session}${what}`, body);
  await inSession("POST", "/window/rect", { ...WINDOW, x: 0, y: 0 });
  const runText = <T>(work: string, args: unknown[]) =>
    inSession<T>("POST", "/execute/sync", {
      script: `return (${work}).apply(null, arguments)`,
      args,
    });
  const act = (type: string, id: string, actions: object[]) =>
    inSession("POST", "/actions", {
      actions: [{ type, id, ...(type === "pointer" && MOUSE), actions }],
    });

  const handleOf = (element: ElementId): Handle => {
    const address = `/element/${element[ELEMENT]}`;
    return {
      click: () => inSession("POST", `${address}/click`),
      async type(text) {
        await runText("(field) => { field.focus(); field.select(); }", [
          element,
        ]);
        await inSession("POST", `${address}/value`, {
          text: `${BACKSPACE}${text}`,
        });
      },
      choose: (files) =>
        inSession("POST", `${address}/value`, { text: files.join("\n") }),
    };
  };
  return {
    faults: [],
    open: (url) => inSession("POST", "/url", { url }),
    run: (work, ...args) => runText(String(work), args),
    async find(...what) {
      const element = await runText<ElementId | null>(
        String(findElement),
        what,
      );
      return element ? handleOf(element) : undefined;
    },
    key: (key) =>
      act("key", "keys", [
        { type: "keyDown", value: KEYS[key] ?? key },
        { type: "keyUp", value: KEYS[key] ?? key },
      ]),
    drag: ([from, ...points]) =>
      act("pointer", "mouse", [
        moveTo(from!, 0),
        { type: "pointerDown", button: 0 },
        { type: "pause", duration: 150 },
        ...points.flatMap((point) => [moveTo(point, 200), moveTo(point, 50)]),
        { type: "pointerUp", button: 0 },
      ]),
    async draw(file) {
      const picture = await inSession<string>("GET", "/screenshot");
      writeFileSync(file, Buffer.from(picture, "base64"));
    },
    async close() {
      await inSession("DELETE", "");
      for (const child of running) process.kill(-child.pid!, "SIGTERM");
    },
  };
}

const MOUSE = { parameters: { pointerType: "mouse" } };

const moveTo = ([x, y]: readonly [number, number], duration: number) => ({
  type: "pointerMove",
  x: Math.round(x),
  y: Math.round(y),
  duration,
  origin: "viewport",
});
