import { createContext, useCallback, useContext } from "react";
import type { ApiError } from "../../api/call.ts";

/** Asks for the password. Resolves with false if nobody enters it. */
export type AskForPassword = (refusal: ApiError) => Promise<boolean>;

export const ConfirmationContext = createContext<AskForPassword>(() =>
  Promise.resolve(false),
);

/** Returns a function that makes a call and, if it is refused until the password was entered again, asks for it. */
export function useConfirmed() {
  const ask = useContext(ConfirmationContext);
  return useCallback(
    async <T>(call: () => Promise<T>): Promise<T> => {
      try {
        return await call();
      } catch (thrown) {
        const refusal = thrown as ApiError;
        const isAsked = refusal.status === 403 && "password" in refusal.fields;
        if (!isAsked || !(await ask(refusal))) throw thrown;
        return call();
      }
    },
    [ask],
  );
}
