import { useState } from "react";
import { callApi, ApiError } from "./call-api.ts";

interface Versioned {
  version: string;
}

/**
 * Saves a thing that another admin may have changed meanwhile. With `known`, what is being edited, an
 * outdated save is refused and `isStale`, until it is saved with force.
 */
export function useSave<Thing extends Versioned>(known?: Thing) {
  const [isSaving, setIsSaving] = useState(false);
  const [refusal, setRefusal] = useState<ApiError>();
  const isStale =
    known !== undefined &&
    refusal?.status === 409 &&
    Object.keys(refusal.fields).length === 0;

  /** @throws {ApiError} and whatever keeps the call from arriving */
  async function save(
    method: "POST" | "PUT",
    path: string,
    body: unknown,
    { force = false } = {},
  ): Promise<Thing> {
    setIsSaving(true);
    setRefusal(undefined);
    try {
      const condition: Record<string, string> =
        known && !force ? { "If-Match": `"${known.version}"` } : {};
      return (await callApi<Thing>(method, path, body, condition)).answer;
    } catch (error) {
      if (error instanceof ApiError) setRefusal(error);
      throw error;
    } finally {
      setIsSaving(false);
    }
  }

  return {
    isSaving,
    isStale,
    refusal: isStale ? undefined : refusal,
    /** What is wrong with a field, by the first of its names that the server has something to say to. */
    wrong: (...names: string[]) =>
      names.map((name) => refusal?.fields[name]).find(Boolean),
    save,
  };
}
