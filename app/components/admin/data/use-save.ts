import { useCallback, useState } from "react";
import { useToast } from "#app/components/toast/toast-region.tsx";
import { useConfirmed } from "./use-confirmation.ts";
import type { ApiError } from "#app/components/api/call.ts";
import { call as callAs } from "#app/components/api/call.ts";
import type { Given, Name, Sent } from "#app/components/api/send.ts";
import { useUnfinished, useUnsavedChanges } from "./use-unsaved-changes.ts";

/**
 * The outcome of a call: the JSON of the answer, the key in the trash of what was deleted and the version of what was
 * changed, or why there is none.
 */
export type Outcome<T> =
  | {
      ok: true;
      answer: T;
      trashKey: string | null;
      version: string | undefined;
    }
  | { ok: false; error: ApiError };

export interface CallOptions<T> {
  /** Does it only if this is still the version of what it changes. A save has the one that is edited. */
  version?: string;
  /** Saves over what someone else has saved meanwhile. */
  force?: boolean;
  /** The body holds files: `sent` says how much has gone, and leaving the page asks first. */
  isUpload?: boolean;
  /** The success toast. */
  toast?: (answer: T) => string;
}

export type Save = ReturnType<typeof useSave>;

/**
 * Calls the API for a form, a row or a button, and says how the last call went. Asks for the password if the call needs
 * it again. A form that is given `form` as its ref is watched for changes that are not saved.
 * @param known what is being edited. A save of an outdated version is refused, and `isStale` is true, until it is saved
 * with `force`.
 */
export function useSave(known?: { version: string }) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const [sent, setSent] = useState<number>();
  const toast = useToast();
  const confirmed = useConfirmed();
  const changes = useUnsavedChanges();
  useUnfinished(sent !== undefined);

  const hasWrongFields =
    error !== undefined && Object.keys(error.fields).length > 0;
  const isStale =
    known !== undefined && error?.status === 409 && !hasWrongFields;

  const edited = known?.version;
  const call = useCallback(
    async <N extends Name>(
      name: N,
      sent: Sent<N>,
      {
        version = name.startsWith("PUT ") ? edited : undefined,
        force = false,
        isUpload = false,
        toast: words,
      }: CallOptions<Given<N>> = {},
    ): Promise<Outcome<Given<N>>> => {
      const isConditional = version !== undefined && !force;
      setIsBusy(true);
      setError(undefined);
      if (isUpload) setSent(0);
      try {
        const { answer, ...rest } = await confirmed(() =>
          callAs(name, sent, {
            headers: isConditional ? { "If-Match": `"${version}"` } : {},
            onProgress: isUpload ? setSent : undefined,
          }),
        );
        if (words) toast(words(answer));
        return { ok: true, answer, ...rest };
      } catch (thrown) {
        const error = thrown as ApiError;
        console.error(`${name} failed`, error);
        setError(error);
        return { ok: false, error };
      } finally {
        setIsBusy(false);
        setSent(undefined);
      }
    },
    [edited, toast, confirmed],
  );

  return {
    ...changes,
    call,
    isBusy,
    /** How much of an upload has been sent, from 0 to 1; undefined while none is under way. */
    sent,
    isStale,
    /** Why the last call failed, in one sentence. */
    failure: error?.message,
    /** Takes it back, because something else has worked since. */
    forgetFailure: () => setError(undefined),
    hasWrongFields,
    /** What is wrong with a field: by the first of these names that the server says something about. */
    wrong: (...names: string[]) =>
      names.map((name) => error?.fields[name]).find(Boolean),
  };
}
