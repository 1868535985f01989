import type { SitePicture } from "#domain/site/answers.ts";
import { MARKDOWN_MAX } from "#domain/site/schemas.ts";
import { useSave } from "#app/components/admin/data/use-save.ts";
import { SitePictureTiles } from "#app/components/admin/site/site-pictures-box.tsx";
import { TextField } from "#app/components/fields/field.tsx";
import { StepForm } from "./step-form.tsx";
import { StepFrame } from "./step-frame.tsx";

/** The story of the home page, and the picture above it. */
export function StoryStep({
  story,
  pictures,
}: {
  /** Blank until somebody has written one. */
  story: string;
  pictures: SitePicture[];
}) {
  const save = useSave();

  async function submit(fields: FormData) {
    const written = String(fields.get("story")).replaceAll("\r\n", "\n");
    if (written === story) return true;
    const body = { story: written };
    const { ok } = await save.call("PUT /api/site-texts", { body });
    return ok;
  }

  return (
    <StepFrame step="story" title="The story and its picture">
      <p>
        The home page begins with them. A few sentences are enough for now;
        until you write them, the page shows an example.
      </p>
      <h2>The picture</h2>
      <SitePictureTiles
        pictures={pictures.filter(({ name }) => name === "home_bkg")}
      />
      <StepForm step="story" save={save} saved={{ story }} onSubmit={submit}>
        <TextField
          full
          label="Your story"
          name="story"
          rows={8}
          maxLength={MARKDOWN_MAX}
        />
      </StepForm>
    </StepFrame>
  );
}
