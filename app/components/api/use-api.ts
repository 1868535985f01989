import { useCallback, useEffect, useState } from "react";
import {
  addressOf,
  isLostLink,
  read,
  type ApiError,
  type Given,
  type Name,
  type Sent,
} from "./send.ts";

/**
 * Reads from the API, if there is something to read. `answer` is undefined until then, and after a failure, which is
 * logged unless `missing`: there is no such thing. `isLost` says that the site could not be reached, rather than that it
 * has refused or failed.
 */
export function useApi<N extends Name>(name: N, sent: Sent<N> | undefined) {
  const [last, setLast] = useState<{
    address: string;
    answer?: Given<N>;
    failed?: boolean;
    missing?: boolean;
    isLost?: boolean;
  }>();
  const [tries, setTries] = useState(0);
  const address = sent && addressOf(name, sent);

  useEffect(() => {
    if (address === undefined) return;
    const left = new AbortController();
    read(name, sent!, { signal: left.signal }).then(
      (answer) => setLast({ address, answer }),
      (error: unknown) => {
        if (left.signal.aborted) return;
        const missing = (error as ApiError).status === 404;
        if (!missing) console.error(`Error loading ${address}`, error);
        const isLost = isLostLink(error);
        setLast({ address, failed: true, missing, isLost });
      },
    );
    return () => left.abort();
    // The address says all that is sent.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [address, tries]);

  const {
    answer,
    failed = false,
    missing = false,
    isLost = false,
  } = last && last.address === address ? last : {};
  const retry = useCallback(() => {
    setLast((now) => (now?.failed ? undefined : now));
    setTries((before) => before + 1);
  }, []);
  const isLoading = sent !== undefined && answer === undefined && !failed;
  return { answer, failed, missing, isLost, isLoading, retry };
}
