import type { ApiError } from "#app/components/admin/data/call-api.ts";

/** What the server would not do, where it speaks of no field. */
export const FormError = ({ refusal }: { refusal?: ApiError }) =>
  refusal && Object.keys(refusal.fields).length === 0 ? (
    <p className="field--full field-error" role="alert">
      {refusal.message}
    </p>
  ) : null;
