import {
  findChrome109,
  findFirefox,
  findWebKit,
} from "../../../scripts/system/browsers-of-tests.mjs";
import { isLongRun } from "../seeds.ts";
import { driveByPuppeteer } from "./by-puppeteer.ts";
import { driveWebKit } from "./by-webdriver.ts";
import type { Driver } from "./visitor.ts";

interface Engine {
  name: string;
  /** Undefined if this machine doesn't have it. */
  start: (() => Promise<Driver>) | undefined;
}

const firefox = findFirefox();

async function startFirefox() {
  const { launch } = await import("puppeteer-core");
  return driveByPuppeteer(launch, {
    browser: "firefox",
    executablePath: firefox,
  });
}

/** Those of the long run are older, or take longer to start. */
const OTHERS: () => Engine[] = () => {
  const chrome = findChrome109();
  const webKit = findWebKit();
  return [
    {
      name: "Chrome 109",
      start:
        chrome &&
        (() =>
          driveByPuppeteer((options) => chrome.puppeteer.launch(options), {
            executablePath: chrome.executablePath,
            // Version 19 otherwise waits for a page that this Chrome doesn't open.
            waitForInitialPage: false,
            args: ["--no-sandbox", "--disable-gpu", "--no-zygote"],
          })),
    },
    { name: "WebKit", start: webKit && (() => driveWebKit(webKit)) },
  ];
};

export const ENGINES: Engine[] = [
  { name: "Firefox", start: firefox ? startFirefox : undefined },
  ...(isLongRun ? OTHERS() : []),
];
