import { errorResponse } from "#app/http/api.server.ts";
import { DomainError } from "#domain/core/errors.ts";

const answer = () =>
  errorResponse(new DomainError("not_found", "There is no such address."));

export const loader = answer;
export const action = answer;
