import type { Rock } from "#domain/rocks/answers.ts";
import { callApi } from "#app/components/admin/ui/call-api.ts";

/** The rock of a number as it is now; undefined where there is none or it can't be asked. */
export async function findRock(number: string): Promise<Rock | undefined> {
  try {
    const query = new URLSearchParams({ rock_number: number });
    const { answer } = await callApi<Rock[]>("GET", `/api/rocks?${query}`);
    return answer[0];
  } catch (error) {
    console.error("Error loading rock", error);
    return undefined;
  }
}
