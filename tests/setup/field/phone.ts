import {
  chromium,
  type BrowserContext,
  type Page,
  type Request,
} from "playwright";
import { findChromium } from "../../../scripts/system/chromium.mjs";
import { until } from "../until.ts";
import type { BadLink } from "./bad-link.ts";
import type { FindPlan } from "./plan.ts";

export const FORM = "/share-your-rock";

/** A Chromium that reaches nothing but this machine. */
export const launchPhone = () =>
  chromium.launch({
    executablePath: findChromium(),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    ],
  });

/**
 * Opens a page of the site while the link is good, because loading pages is not what is tested. The form's page is
 * also kept on the phone meanwhile, as it is while a finder fills the form.
 */
export async function openPage(
  context: BrowserContext,
  link: BadLink,
  path: string,
) {
  const page = await context.newPage();
  await page.addInitScript(keepWhatFailed);
  await link.whileGood(async () => {
    while (!(await load(page, link.baseURL + path)));
    // There is none if the context blocks service workers.
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration(
        location.href,
      );
      if (registration) await navigator.serviceWorker.ready;
    });
  });
  return page;
}

/** Presses the second button of 'Submit Failed' whenever that opens, in the page: while it is open nothing is sent. */
function keepWhatFailed() {
  new MutationObserver(() =>
    [...document.querySelectorAll("button")]
      .find(({ textContent }) => textContent === "Keep it and send it later")
      ?.click(),
  ).observe(document, { childList: true, subtree: true });
}

/** Returns whether the page came whole. The site may be killed at that moment, or the link cut. */
async function load(page: Page, address: string) {
  let isBroken = false;
  const onFailed = (request: Request) =>
    void (isBroken ||= request.resourceType() === "script");
  page.on("requestfailed", onFailed);
  try {
    const answer = await page.goto(address);
    if (!answer?.ok()) return false;
    await until(async () => isBroken || (await isHydrated(page)));
    return !isBroken;
  } catch (error) {
    const isLink = /net::ERR_|interrupted by another navigation/;
    if (page.isClosed() || !isLink.test(String(error))) throw error;
    return false;
  } finally {
    page.off("requestfailed", onFailed);
  }
}

const isHydrated = (page: Page) =>
  page.evaluate(() =>
    Object.keys(document.querySelector("a") ?? {}).some((key) =>
      key.startsWith("__react"),
    ),
  );

const formOf = (page: Page) =>
  page.getByRole("dialog", { name: "Upload Your Rock" });

/** Fills the form as a finder does, and waits for the previews, which are mostly made when a finder has typed. */
export async function fillForm(page: Page, { comment, pictures }: FindPlan) {
  await page.getByRole("button", { name: "Upload Your Rock" }).click();
  const form = formOf(page);
  await form.getByLabel("Rock Number").fill("214");
  await form.getByLabel("Location").fill("Anstruther");
  await form.getByLabel("Comment").fill(comment);
  await form.locator('input[type="file"]').setInputFiles(pictures);
  await form.getByText(`${pictures.length} of 5`, { exact: true }).waitFor();
  await until(async () => {
    const images = (await readStore<unknown>(page, "draft")).find(
      Array.isArray,
    );
    const made = images?.filter(({ preview }) => preview !== undefined);
    return made?.length === pictures.length;
  });
}

/** Submits the filled form. Returns once the find is kept on the device. */
export async function submitForm(page: Page, { comment }: FindPlan) {
  await formOf(page).getByRole("button", { name: "Submit" }).click();
  await until(async () =>
    (await listKept(page)).some(({ fields }) => fields.comment === comment),
  );
}

/** A file on its way to the site. */
interface Upload {
  offset: number;
  bytes: number;
}

/** A find on the device, as far as the tests look at it. */
interface KeptFind {
  fields: Record<string, string>;
  /** The find's id on the site, once it is sent. */
  uuid?: string;
  pictures: { original?: Upload }[];
}

/** The finds that a phone keeps, those that have just been sent included. */
const listKept = (page: Page) => readStore<KeptFind>(page, "finds");

/** Reads a store of the queue's database on the phone. */
export const readStore = <T>(
  page: Page,
  store: string,
  what: "getAll" | "getAllKeys" = "getAll",
) =>
  page.evaluate(
    ([store, what]) =>
      new Promise<T[]>((resolve, reject) => {
        const opening = indexedDB.open("share-your-rock");
        opening.onerror = () => reject(opening.error!);
        opening.onsuccess = () => {
          const database = opening.result;
          const kept = database.transaction(store).objectStore(store);
          const reading = kept[what]();
          reading.onerror = () => reject(reading.error!);
          reading.onsuccess = () => {
            database.close();
            resolve(reading.result as T[]);
          };
        };
      }),
    [store, what] as const,
  );

/** Whether nothing waits on the phone any more. */
export async function isQueueEmpty(context: BrowserContext) {
  const [page] = context.pages().reverse();
  // A page that is just being closed can't be asked.
  const kept = page && (await listKept(page).catch(() => undefined));
  return kept?.every(
    ({ uuid, pictures }) =>
      uuid &&
      pictures.every(
        ({ original }) => !original || original.offset === original.bytes,
      ),
  );
}
