import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react";
import { useBlocker } from "@remix-run/react";
import { useCallback, useEffect, useRef } from "react";

const question = msg`Your changes are not saved. Throw them away?`;

/** One function for each open form or upload: whether it holds something that isn't saved. */
const watched = new Set<() => boolean>();
const hasUnsaved = () => [...watched].some((isUnsaved) => isUnsaved());

/**
 * Watches a form: while it has unsaved changes, `UnsavedChangesGuard` asks before the page is left.
 * @param isUnsaved asks too, for example while an upload is running
 */
export function useUnsavedChanges(isUnsaved = false) {
  const { i18n } = useLingui();
  const open = useRef<{ form: HTMLFormElement; saved: string } | null>(null);

  const form = useCallback((form: HTMLFormElement | null) => {
    open.current = form && { form, saved: contentOf(form) };
  }, []);
  const getForm = useCallback(() => open.current!.form, []);
  const hasChanges = useCallback(
    () =>
      open.current !== null &&
      contentOf(open.current.form) !== open.current.saved,
    [],
  );
  useEffect(() => {
    const isWatched = () => isUnsaved || hasChanges();
    watched.add(isWatched);
    return () => void watched.delete(isWatched);
  }, [isUnsaved, hasChanges]);

  return {
    /** The form's `ref`. Called again, it takes what the form then holds as saved. */
    form,
    getForm,
    hasChanges,
    /** True if closing the form loses nothing, or if the person agrees to lose it. */
    mayClose: () => !hasChanges() || window.confirm(i18n._(question)),
  };
}

/** @param onThrowAway called when somebody agrees to lose the changes and stays on the site */
export function UnsavedChangesGuard({
  onThrowAway,
}: {
  onThrowAway?: () => void;
}) {
  const { i18n } = useLingui();
  const blocker = useBlocker(hasUnsaved);

  useEffect(() => {
    if (blocker.state !== "blocked") return;
    // The browser is still restoring its history after its back button.
    if (window.confirm(i18n._(question))) {
      onThrowAway?.();
      setTimeout(blocker.proceed);
    } else blocker.reset();
  }, [blocker, i18n, onThrowAway]);

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
