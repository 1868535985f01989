import { useEffect, useRef, useState } from "react";

/**
 * Each tab that has the admin open holds a shared lock, until it is closed; a browser does not put such a tab to sleep.
 * Browsers have locks over https and on localhost only. Elsewhere the tabs ask each other over a channel.
 */
const NAME = "admin-tab";
const ANSWER_MS = 300;

const locks = () => navigator.locks as LockManager | undefined;
/** Settled when this tab has given its lock back. */
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

/** Whether another tab has the admin open. Only for a tab that hasn't. */
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
 * @returns `settle`, to be awaited before a sign-in is sent: after it, no session is ended
 */
export function useEndOfSession(isEnding: boolean) {
  const [isOtherTabOpen, setOtherTabOpen] = useState(false);
  const settle = useRef(async () => {});

  useEffect(() => {
    let isOver = false;
    const endIfUnused = async () => {
      const isOpen = await isAdminInOtherTab();
      if (isOver) return;
      setOtherTabOpen(isOpen);
      if (!isOpen && isEnding) await endSession();
    };
    const ended = endIfUnused();
    const stop = () => {
      isOver = true;
      return ended;
    };
    settle.current = stop;
    return () => void stop();
  }, [isEnding]);

  return { isOtherTabOpen, settle: () => settle.current() };
}

/** The answer is a redirect to this very page, so it is not followed. If it fails, the session ends later. */
const endSession = () =>
  fetch("/logout", {
    method: "POST",
    redirect: "manual",
    keepalive: true,
  }).catch(() => {});
