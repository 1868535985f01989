import type { Browser, BrowserContext } from "playwright";
import type { Site } from "../processes/site.ts";
import { until } from "../until.ts";
import { findFault, listArrived } from "./arrived.ts";
import { startBadLink, type BadLink } from "./bad-link.ts";
import { FORM, isQueueEmpty, openPage, fillForm, submitForm } from "./phone.ts";
import type { FieldPlan, Mishap } from "./plan.ts";
import { followLink } from "./follow-link.ts";

/** A find that has not arrived by then is lost. Milliseconds of link time. */
const LOST_AFTER = 7_200_000;
/** What a finder may open instead of the form. The queue goes on there too. */
const PAGES = ["/photos", FORM, "/sudc", "/privacy"];
const POST = "POST /api/upload-rock";

/** What a plan is played on. */
export interface Lane {
  browser: Browser;
  /** Nobody else uses it meanwhile, because it may be killed. */
  site: Site;
}

interface Field extends Lane {
  plan: FieldPlan;
  link: BadLink;
  context: BrowserContext;
}

/** Plays a plan to its end: everything has arrived, or far too much time has passed. */
export async function play(plan: FieldPlan, lane: Lane) {
  const link = await startBadLink(lane.site.baseURL, plan.link);
  const context = await lane.browser.newContext({
    serviceWorkers: plan.hasServiceWorker ? "allow" : "block",
    viewport: { width: 390, height: 664 },
    // Without a graphics card, pages that move cost more than all else that is done here.
    reducedMotion: "reduce",
  });
  try {
    await context.clock.install();
    return await playOn({ ...lane, plan, link, context });
  } finally {
    await context.close();
    await link.stop();
  }
}

async function playOn(field: Field) {
  const { plan, site, link, context } = field;
  for (const _ of plan.finds) await openPage(context, link, FORM);
  const tabs = context.pages();
  for (const [n, find] of plan.finds.entries()) await fillForm(tabs[n]!, find);
  link.pause();
  for (const [n, find] of plan.finds.entries())
    await submitForm(tabs[n]!, find);
  const begun = { at: link.now(), up: link.bytes.up };

  const arrivedAfter = new Map<string, number>();
  spoilPosts(plan, link, () => {
    for (const find of plan.finds)
      if (!arrivedAfter.has(find.comment) && listArrived(site, find).length > 0)
        arrivedAfter.set(find.comment, link.now() - begun.at);
  });
  const files = plan.finds
    .flatMap(({ pictures }) => pictures)
    .reduce((sum, { buffer }) => sum + buffer.length, 0);
  const mishaps = startMishaps(field, files);
  const stopFollowing = followLink(link, context.clock, mishaps.isSiteDown);
  link.worsen();
  link.resume();

  const listFaults = () =>
    plan.finds.flatMap((find) => {
      const fault = findFault(site, find);
      return fault ? [`${find.comment} ${fault}`] : [];
    });
  let isQueueDone = false;
  try {
    await until(async () => {
      mishaps.rethrow();
      if (link.now() - begun.at > LOST_AFTER) return true;
      if (listFaults().length > 0) return undefined;
      isQueueDone = (await isQueueEmpty(context)) ?? false;
      return isQueueDone;
    });
  } finally {
    await mishaps.end();
    await stopFollowing();
  }

  const faults = listFaults();
  const doubled = faults.filter((fault) => fault.includes("doubled")).length;
  return {
    /** What is wrong, in words. */
    faults: isQueueDone ? faults : [...faults, "The queue is not empty"],
    lost: faults.length - doubled,
    doubled,
    /** Milliseconds of link time from Submit until a find is with the admin, for each that arrived. */
    arrivedAfter: [...arrivedAfter.values()],
    /** Bytes that the phone sent from Submit on, and bytes of its pictures. */
    wire: link.bytes.up - begun.up,
    files,
  };
}

/** Doubles a post, and loses the answer of one. */
function spoilPosts(
  { doubledPost, lostAnswer }: FieldPlan,
  link: BadLink,
  onAnswered: () => void,
) {
  let asked = 0;
  let answered = 0;
  link.onRequest(({ request }) =>
    request === POST && asked++ === doubledPost ? "double" : undefined,
  );
  link.onAnswer(({ request }) => {
    if (request !== POST) return;
    onAnswered();
    return answered++ === lostAnswer ? "lose" : undefined;
  });
}

/** Has the planned mishaps happen when so much has been sent. */
function startMishaps({ plan, site, link, context }: Field, bytes: number) {
  /** One after the other, because a tab that is just being opened can't be closed. */
  let running = Promise.resolve();
  let failed: unknown;
  let isSiteDown = false;
  let isOver = false;

  const openAnother = async () =>
    void (await openPage(context, link, plan.random.pick(PAGES)));
  const does: Record<Mishap["what"], () => Promise<void>> = {
    "open a second tab": openAnother,
    "close the tab": async () => {
      await plan.random.pick(context.pages()).close();
      await openAnother();
    },
    "kill the site": async () => {
      isSiteDown = true;
      await site.kill("SIGKILL");
      await site.restart();
      isSiteDown = false;
    },
  };
  for (const { at, what } of plan.mishaps)
    link.after(at * bytes, () => {
      running = running
        .then(() => (isOver ? undefined : does[what]()))
        .catch((error: unknown) => void (failed ??= error));
    });
  return {
    isSiteDown: () => isSiteDown,
    rethrow() {
      if (failed) throw failed;
    },
    /** Waits for those that have begun; no other begins. */
    async end() {
      isOver = true;
      await running;
    },
  };
}
