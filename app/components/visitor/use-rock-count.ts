import { useLocation } from "@remix-run/react";
import { useEffect } from "react";

/**
 * Counts the visit, once a session. Tries again after a failure when the visitor goes to another page or is
 * online again.
 * @param counts whether this page's visits are counted at all
 */
export function useRockCount(counts: boolean) {
  const { key } = useLocation();

  useEffect(() => {
    if (!counts) return;
    // Not loaded with the page, which is there sooner without it.
    const count = () =>
      void import("./count-visit.ts")
        .then(({ countVisit }) => countVisit())
        .catch((error: unknown) =>
          console.error("Error counting the visit", error),
        );
    count();
    window.addEventListener("online", count);
    return () => window.removeEventListener("online", count);
  }, [key, counts]);
}
