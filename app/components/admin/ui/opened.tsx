import { useCallback, useImperativeHandle, useRef, useState } from "react";
import type { Elements } from "#app/components/language/in-elements.tsx";

/** Opens an `Opened`, for example from a row of a list. */
export function useOpener<T>() {
  const handle = useRef<(what: T) => void>(null);
  const open = useCallback((what: T) => handle.current?.(what), []);
  return { handle, open };
}

/** Opens a dialog without re-rendering the list. */
export function Opened<T>({
  by: { handle },
  first,
  children,
}: {
  by: ReturnType<typeof useOpener<T>>;
  /** The initially open one. */
  first?: NoInfer<T>;
  children: (what: T, close: () => void) => Elements;
}) {
  const [what, setWhat] = useState(first);
  useImperativeHandle(handle, () => (what: T) => setWhat(() => what), []);
  return what === undefined ? null : children(what, () => setWhat(undefined));
}
