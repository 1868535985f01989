import { useEffect, useRef, useState } from "react";

/**
 * Which tabs of this browser have the admin open. Each holds a shared lock, which the browser gives back
 * for a tab that is closed, and which keeps a tab in the background from being put to sleep. Browsers have
 * locks over https and on localhost only; elsewhere the tabs are asked over a channel.
 */
const NAME = "admin-tab";
const ANSWER_MS = 300;

const locks = () => navigator.locks as LockManager | undefined;
/** Settled while this tab holds no lock. */
let released: Promise<unknown> = Promise.resolve();

/** Counts this tab as one that has the admin open, until the returned function is called. */
export function holdAdminTab(): () => void {
  const manager = locks();
  if (!manager) return answerOnChannel();
  let release = () => {};
  const untilLeft = new Promise<void>((resolve) => (release = resolve));
  released = manager
    .request(NAME, { mode: "shared" }, () => untilLeft)
    .catch(() => {});
  return release;
}

function answerOnChannel() {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }) => {
    if (data === "anyone?") channel.postMessage("me");
  };
  return () => channel.close();
}

/** Whether another tab has the admin open; asked by a tab that has not. */
async function isAdminInOtherTab(): Promise<boolean> {
  const manager = locks();
  if (!manager) return isAnsweredOnChannel();
  await released;
  const { held = [] } = await manager.query();
  return held.some(({ name }) => name === NAME);
}

function isAnsweredOnChannel() {
  const channel = new BroadcastChannel(NAME);
  return new Promise<boolean>((resolve) => {
    channel.onmessage = ({ data }) => {
      if (data === "me") resolve(true);
    };
    setTimeout(() => resolve(false), ANSWER_MS);
    channel.postMessage("anyone?");
  }).finally(() => channel.close());
}

/**
 * For the sign-in page: ends the session that this browser still has, unless another tab has the admin open.
 * @param isEnding false if a session outlives the tabs that use it
 * @returns `settle` is to be awaited before a sign-in is sent: nothing is ended after it
 */
export function useEndOfSession(isEnding: boolean) {
  const [isOtherTabOpen, setOtherTabOpen] = useState(false);
  const settle = useRef(async () => {});

  useEffect(() => {
    let isOver = false;
    const look = async () => {
      await untilShown();
      const isOpen = await isAdminInOtherTab();
      if (isOver) return;
      setOtherTabOpen(isOpen);
      if (!isOpen && isEnding) await endSession();
    };
    const looked = look();
    const stop = () => {
      isOver = true;
      return looked;
    };
    settle.current = stop;
    return () => void stop();
  }, [isEnding]);

  return { isOtherTabOpen, settle: () => settle.current() };
}

/** A page that the browser renders ahead of time has not been opened yet. */
const untilShown = () =>
  new Promise<void>((resolve) => {
    if ((document as { prerendering?: boolean }).prerendering)
      document.addEventListener("prerenderingchange", () => resolve(), {
        once: true,
      });
    else resolve();
  });

/** The answer is a redirect to the page that is already open. Out of reach, the session ends by itself later. */
const endSession = () =>
  fetch("/logout", {
    method: "POST",
    redirect: "manual",
    keepalive: true,
  }).catch(() => {});
