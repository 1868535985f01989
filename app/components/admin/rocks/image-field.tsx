import { useState } from "react";
import { Field } from "#app/components/fields/field.tsx";
import { PICTURE_FIELD } from "#core/limits.ts";

/** A file input that shows the chosen picture, if the browser can. */
export function ImageField({
  label,
  error,
  chosen,
  onChoose,
}: {
  label: string;
  error?: string;
  /** Chosen already, before the field was shown. */
  chosen?: File;
  onChoose?: (file: File | undefined) => void;
}) {
  const [preview, setPreview] = useState(
    () => chosen && URL.createObjectURL(chosen),
  );

  function show(file: File | undefined) {
    if (preview) URL.revokeObjectURL(preview);
    setPreview(file && URL.createObjectURL(file));
  }

  return (
    <div className="field--wide rock-image wrap">
      <Field
        label={label}
        name="image"
        type="file"
        accept={PICTURE_FIELD}
        error={error}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          show(file);
          onChoose?.(file);
        }}
      />
      {preview && (
        <img
          src={preview}
          alt="What was chosen"
          onError={() => show(undefined)}
        />
      )}
    </div>
  );
}
