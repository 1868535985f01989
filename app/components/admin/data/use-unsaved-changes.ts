import { useBlocker } from "@remix-run/react";
import { useCallback, useEffect, useRef } from "react";

const QUESTION = "Your changes are not saved. Throw them away?";

/** One function for each open form or upload: whether it holds something that isn't saved. */
const watched = new Set<() => boolean>();
const hasUnsaved = () => [...watched].some((isUnsaved) => isUnsaved());

/**
 * Watches a form for changes that aren't saved. While it has some, `UnsavedChangesGuard` asks before the
 * page is left. A form that is rendered anew, by another `key`, starts without changes.
 */
export function useUnsavedChanges() {
  const open = useRef<{ form: HTMLFormElement; saved: string } | null>(null);

  const form = useCallback((form: HTMLFormElement | null) => {
    open.current = form && { form, saved: contentOf(form) };
  }, []);
  const hasChanges = useCallback(
    () =>
      open.current !== null &&
      contentOf(open.current.form) !== open.current.saved,
    [],
  );
  useEffect(() => {
    watched.add(hasChanges);
    return () => void watched.delete(hasChanges);
  }, [hasChanges]);

  return {
    /** The form's `ref`. */
    form,
    getForm: () => open.current!.form,
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
    // The browser is still restoring its history after its back button.
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
        ? // In a page that was loaded, a null character is this one until React has set the field.
          [name, value.replaceAll("\0", "\uFFFD")]
        : [name, value.name, value.size],
    ),
  );
