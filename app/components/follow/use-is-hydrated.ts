import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether the page answers to its visitor. False in what the server renders. */
export const useIsHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
