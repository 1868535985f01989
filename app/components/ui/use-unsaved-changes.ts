import { useBlocker } from "@remix-run/react";
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  type RefObject,
} from "react";

const QUESTION = "Your changes are not saved. Throw them away?";

/** Open forms. Each says whether it has unsaved changes. */
const watched = new Set<() => boolean>();
const hasUnsaved = () => [...watched].some((isUnsaved) => isUnsaved());

/**
 * Watches a form for unsaved changes. While it has some, `UnsavedChangesGuard` asks before the admin leaves the
 * page.
 * @param round a new value means that the form's content is now saved
 */
export function useUnsavedChanges(
  form: RefObject<HTMLFormElement>,
  round?: unknown,
) {
  const saved = useRef("");
  const hasChanges = useCallback(
    () => form.current !== null && contentOf(form.current) !== saved.current,
    [form],
  );
  useLayoutEffect(() => {
    saved.current = contentOf(form.current!);
  }, [form, round]);
  useEffect(() => {
    watched.add(hasChanges);
    return () => void watched.delete(hasChanges);
  }, [hasChanges]);

  return {
    hasChanges,
    /** True if closing the form loses nothing, or if the admin agrees to lose it. */
    mayClose: () => !hasChanges() || window.confirm(QUESTION),
  };
}

/** Asks before the admin leaves the page while something is running, for example an upload. */
export function useUnfinished(isUnfinished: boolean) {
  useEffect(() => {
    if (!isUnfinished) return;
    const always = () => true;
    watched.add(always);
    return () => void watched.delete(always);
  }, [isUnfinished]);
}

/** Asks before a link, the Back button or closing the tab discards unsaved changes. */
export function UnsavedChangesGuard() {
  const blocker = useBlocker(hasUnsaved);

  useEffect(() => {
    if (blocker.state !== "blocked") return;
    // The browser is still restoring its history after the Back button.
    if (window.confirm(QUESTION)) setTimeout(blocker.proceed);
    else blocker.reset();
  }, [blocker]);

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (hasUnsaved()) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);

  return null;
}

/** Returns all fields of a form as one text, and a file as its name and size. */
const contentOf = (form: HTMLFormElement) =>
  JSON.stringify(
    [...new FormData(form)].map(([name, value]) =>
      typeof value === "string"
        ? [name, value]
        : [name, value.name, value.size],
    ),
  );
