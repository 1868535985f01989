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
    const again = () => void count();
    again();
    window.addEventListener("online", again);
    return () => window.removeEventListener("online", again);
  }, [key, counts]);
}

async function count() {
  try {
    // Not with the page, which is there sooner without it.
    const { countVisit } = await import("./count-visit.ts");
    await countVisit();
  } catch (error) {
    console.error("Error counting the visit", error);
  }
}
