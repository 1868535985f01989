import { useCallback, useEffect, useState } from "react";
import { callApi } from "./call-api.ts";

/** A list of the API's as the admin sees it: `items` is undefined until it is there, or where it `failed`. */
export function useList<Item>(path: string) {
  const [items, setItems] = useState<Item[]>();
  const [failed, setFailed] = useState(false);

  const load = useCallback(async () => {
    try {
      const { answer } = await callApi<Item[]>("GET", path);
      setItems(answer);
      setFailed(false);
    } catch (error) {
      console.error(`Error loading ${path}`, error);
      setFailed(true);
    }
  }, [path]);

  useEffect(() => void load(), [load]);
  return { items, setItems, failed, load };
}
