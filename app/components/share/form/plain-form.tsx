import { Trans, useLingui } from "@lingui/react/macro";
import { IMAGES_MAX, PICTURE_FIELD } from "#core/limits.ts";
import { Field, TextField } from "#app/components/fields/field.tsx";
import { BotTrap, FindField, OPTIONAL_FIELDS } from "./find-field.tsx";
import { UPLOAD_ADDRESS } from "#app/components/visitor/form-at-hand.ts";
import "./upload-form.css";

/** The upload form for browsers without JavaScript. The server checks it and answers with a page. */
export function PlainForm({ rockNumber }: { rockNumber: string }) {
  const { t } = useLingui();
  return (
    <form
      id="upload"
      className="plain-form stack loose"
      action={UPLOAD_ADDRESS}
      method="post"
      encType="multipart/form-data"
      aria-label={t`Upload Your Rock`}
    >
      <input type="hidden" name="rockNumberQr" value={rockNumber} />
      <FindField name="rockNumber" defaultValue={rockNumber} />
      <FindField name="location" />
      <FindField name="comment" />
      <FindField name="date" hint={t`Leave it empty if it was today.`} />
      {OPTIONAL_FIELDS.map((name) => (
        <FindField key={name} name={name} />
      ))}
      <Field
        label={t`Images`}
        hint={t`1 to ${IMAGES_MAX} images.`}
        name="images"
        type="file"
        accept={PICTURE_FIELD}
        multiple
        required
      />
      <TextField
        label={t`What is in each photo?`}
        hint={t`For people who can’t see them, if you like: one line for each photo, in their order.`}
        name="descriptionLines"
        dir="auto"
        autoComplete="off"
      />
      <BotTrap />
      <button className="btn">
        <Trans>Submit</Trans>
      </button>
      <p className="field-hint">
        <Trans>
          <a href="/privacy">Privacy</a> says what we keep and who sees it.
        </Trans>
      </p>
    </form>
  );
}
