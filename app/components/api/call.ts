import {
  callApi,
  type CallOptions,
  type Method,
} from "#app/components/api/call-api.ts";
import { addressOf, type Given, type Name, type Sent } from "./send.ts";

/** Sends a call as the admin, under the name that it is declared with. @throws {ApiError} */
export function call<N extends Name>(
  name: N,
  sent: Sent<N>,
  options?: CallOptions,
) {
  const { body } = sent as { body?: unknown };
  const [method] = name.split(" ");
  return callApi<Given<N>>(
    method as Method,
    addressOf(name, sent),
    body,
    options,
  );
}
