import { useLocation } from "@remix-run/react";
import { useEffect } from "react";

/** The state of a step in the browser's history: the router's own, and how many dialogs are open. */
interface Step {
  key?: string;
  idx?: number;
  usr?: { isOnPage?: boolean } | null;
  dialogs?: number;
}

/** Closes a dialog if it may be closed. Returns whether it did. */
type Close = () => boolean;

/** The topmost dialog comes last. */
const open: Close[] = [];
let here: Step = {};
/** A step of our own is under way. The browser takes it later. */
let isMoving = false;
/** Pages that were left by a link in a dialog, whose step therefore lies between the two. */
const leftFromDialog = new Set<string | undefined>();

const depthOf = ({ dialogs = 0 }: Step) => dialogs;

/**
 * Gives an open dialog or menu a step in the history, so that Back closes the topmost.
 * @returns a function that takes the step back. If a link has closed it, the step stays between the two pages: going
 * back at the same time as the link goes on would end on either
 */
export function addDialogStep(close: Close) {
  open.push(close);
  queueMicrotask(settle);
  return ({ byLink = false } = {}) => {
    forget(close);
    if (!byLink) queueMicrotask(settle);
  };
}

function forget(close: Close) {
  const index = open.indexOf(close);
  if (index >= 0) open.splice(index, 1);
}

/**
 * Keeps the steps of dialogs from the router, which would load the page's data again. Call it before the router
 * listens. It notices the router's steps at once, because Back may be pressed before React has drawn the page.
 */
export function watchDialogSteps() {
  here = readStep();
  window.addEventListener("popstate", takeStep);
  for (const name of ["pushState", "replaceState"] as const) {
    const change = window.history[name].bind(window.history);
    window.history[name] = (...step) => {
      change(...step);
      const now = readStep();
      if (depthOf(here) > 0 && now.idx! > here.idx!)
        leftFromDialog.add(here.key);
      here = now;
    };
  }
}

/** Takes back the steps of dialogs that a page has closed, or has come back without. */
export function useDialogSteps() {
  const { key } = useLocation();
  useEffect(() => settle(), [key]);
}

/** The router's state of a step to an address that opens a dialog on its page. */
export const ON_PAGE = { isOnPage: true };

/** Puts the page itself below an address that opens a dialog on it, so that Back closes the dialog. */
export function usePageBelow(isOpen: boolean, address: string) {
  useEffect(() => {
    const now = readStep();
    if (!isOpen || now.usr?.isOnPage) return;
    const { href } = window.location;
    const below = { ...now, key: `${now.key}-below` };
    window.history.replaceState(below, "", address);
    const step = { ...now, usr: ON_PAGE, idx: now.idx! + 1 };
    window.history.pushState(step, "", href);
  }, [isOpen, address]);
}

function takeStep(event: PopStateEvent) {
  const from = here;
  here = readStep();
  const isOurs = isMoving;
  isMoving = false;
  if (here.key !== from.key || here.idx !== from.idx) return;
  event.stopImmediatePropagation();
  const passes =
    depthOf(here) > Math.max(depthOf(from), open.length) &&
    leftFromDialog.has(here.key);
  if (passes) return move(1);
  // Back on a page that has come back without its dialog, before that step was taken back.
  if (!isOurs && open.length === 0 && depthOf(here) < depthOf(from))
    return window.history.go(-1 - depthOf(here));
  const topmost = open.at(-1);
  // A dialog that was opened during a step of our own has none yet.
  if (!isOurs && topmost && depthOf(here) < open.length && topmost())
    forget(topmost);
  settle(depthOf(from));
}

/** Brings the history to as many steps as there are dialogs. Up to `ahead` of them are there already. */
function settle(ahead = 0) {
  if (isMoving) return;
  const missing = open.length - depthOf(readStep());
  if (missing < 0 || (missing > 0 && open.length <= ahead)) move(missing);
  else for (let step = 0; step < missing; step++) pushStep();
}

function move(steps: number) {
  isMoving = true;
  window.history.go(steps);
}

function pushStep() {
  const now = readStep();
  leftFromDialog.delete(now.key);
  window.history.pushState({ ...now, dialogs: depthOf(now) + 1 }, "");
}

const readStep = () => (window.history.state ?? {}) as Step;
