import { useCallback, useState, createContext, useContext } from "react";
import { useToast } from "#app/components/toast/toast-region.tsx";
import { type ApiError, call as callAs } from "#app/components/api/call.ts";
import type { Given, Name, Sent } from "#app/components/api/send.ts";
import { useUnsavedChanges } from "#app/components/fields/unsaved-changes.ts";
import { useRouteLoaderData } from "@remix-run/react";

/** The answer, a deleted thing's key in the trash and a changed thing's version; or the error. */
export type Outcome<T> =
  | {
      ok: true;
      answer: T;
      trashKey: string | null;
      version: string | undefined;
    }
  | { ok: false; error: ApiError };

export interface CallOptions<T> {
  /** Makes the change only if this is still the thing's version. A save has the one that is edited. */
  version?: string | Promise<string>;
  force?: boolean;
  /** The body holds files: `sent` says how much has gone, and leaving the page asks first. */
  isUpload?: boolean;
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
  const confirmed = useContext(ConfirmationContext);
  const changes = useUnsavedChanges(sent !== undefined);

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
        const { answer, ...rest } = await confirmed(async () =>
          callAs(name, sent, {
            headers: isConditional ? { "If-Match": `"${await version}"` } : {},
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
    /** Progress of an upload, from 0 to 1; undefined while none is under way. */
    sent,
    isStale,
    failure: error?.message,
    hasWrongFields,
    /** A field's error: the first that the server has reported under one of these names. */
    wrong: (...names: string[]) =>
      names.map((name) => error?.fields[name]).find(Boolean),
  };
}

/** Makes a call and, if it is refused until the password was entered again, asks for it. */
type Confirmed = <T>(call: () => Promise<T>) => Promise<T>;

export const ConfirmationContext = createContext<Confirmed>((call) => call());

/** Days that deleted things wait in the trash; undefined outside of the admin's layout, which loads them. */
export const useTrashDays = () =>
  useRouteLoaderData<{ trashDays: number }>("routes/admin/layout")?.trashDays;
