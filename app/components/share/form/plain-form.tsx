import { IMAGES_MAX } from "#domain/core/schemas.ts";
import { EARLIEST_DATE } from "#domain/finds/schemas.ts";
import { ROCK_NUMBER_MAX } from "#domain/rocks/schemas.ts";
import { FormField } from "./form-field.tsx";
import { UPLOAD_ADDRESS } from "#app/components/visitor/share-addresses.ts";
import { BotTrap } from "./bot-trap.tsx";
import "./plain-form.css";

/** The upload form for browsers without JavaScript. The server checks it and answers with a page. */
export function PlainForm({ rockNumber }: { rockNumber: string }) {
  return (
    <form
      id="upload"
      className="plain-form stack"
      action={UPLOAD_ADDRESS}
      method="post"
      encType="multipart/form-data"
      aria-label="Upload Your Rock"
    >
      <input type="hidden" name="rockNumberQr" value={rockNumber} />
      <FormField
        label="Rock Number"
        control={
          <input
            name="rockNumber"
            type="number"
            inputMode="numeric"
            min={0}
            max={ROCK_NUMBER_MAX}
            step={1}
            required
            defaultValue={rockNumber}
            placeholder="Enter 0 if the number is not visible"
          />
        }
      />
      <FormField
        label="Location"
        control={
          <input
            name="location"
            required
            maxLength={200}
            placeholder="A place, a town, a country"
          />
        }
      />
      <FormField
        label="Comment"
        control={
          <textarea
            name="comment"
            required
            maxLength={5000}
            placeholder="How you found it, who was with you"
          />
        }
      />
      <FormField
        label="Date"
        hint="Leave it empty if it was today."
        control={<input name="date" type="date" min={EARLIEST_DATE} />}
      />
      <FormField
        label="Name"
        optional
        control={<input name="name" maxLength={100} autoComplete="name" />}
      />
      <FormField
        label="Email"
        optional
        hint="If you give it, we may contact you."
        control={
          <input
            name="email"
            type="email"
            maxLength={254}
            autoComplete="email"
          />
        }
      />
      <FormField
        label="Images"
        hint={`1 to ${IMAGES_MAX} images.`}
        control={
          <input
            name="images"
            type="file"
            accept="image/*,.heic,.heif"
            multiple
            required
          />
        }
      />
      <BotTrap />
      <button className="btn">Submit</button>
      <p className="form-hint soft">
        <a href="/privacy">Privacy</a> says what we keep and who sees it.
      </p>
    </form>
  );
}
