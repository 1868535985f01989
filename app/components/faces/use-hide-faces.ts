import { useLoaded } from "#app/components/ui/use-loaded.ts";

const load = () => import("./hide-faces.tsx");

/** The button that hides faces, once it is loaded. It isn't among what a page waits for. */
export const useHideFaces = (isNeeded: boolean) =>
  useLoaded(isNeeded ? load : undefined).part?.HideFaces;
