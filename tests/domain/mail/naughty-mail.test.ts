import { expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { sendNext } from "#domain/outbox.server.ts";
import { MARKS, NAUGHTY, packNaughty } from "#tests/setup/naughty/strings.ts";
import { addFind, server, useMailServer } from "../mailbox.ts";

useMailServer({ DIGEST_TO: "me@example.org" });

/** Sends the daily mail of a day of 2099, with the site's name and finds whose texts are these. Returns it. */
async function sendAt(day: number, siteName: string, texts: string[]) {
  const { $client } = getDb();
  $client.exec("DELETE FROM rock_posts");
  $client
    .prepare("INSERT OR REPLACE INTO site_texts VALUES ('site_name', ?)")
    .run(siteName);
  for (const text of texts)
    addFind({ location: text, comment: text, name: text });
  await sendNext(Number(new Date(2099, 10, day, 19)));
  expect(server.mails).toHaveLength(day);
  return server.mails.at(-1)!;
}

type Mail = (typeof server.mails)[number];
const headersOf = ({ headers }: Mail) => headers.map(({ key }) => key);
const isShort = (text: string) => text.trim() !== "" && text.length <= 60;

test("whatever the site is called, its mails have the same headers and one receiver @soak", async () => {
  const plain = await sendAt(1, "Robin’s Rocks", ["The pier"]);
  const names = [
    "Rocks\r\nBcc: everyone@example.org\r\n\r\n<b>another mail</b>",
    'Rocks" <everyone@example.org>, "',
    "=?utf-8?Q?=0D=0ABcc:_everyone@example.org?=",
    ...NAUGHTY.filter(isShort).slice(-20),
  ];
  for (const [index, name] of names.entries()) {
    const mail = await sendAt(2 + index, name, ["The pier"]);
    expect(headersOf(mail), name).toEqual(headersOf(plain));
    expect(mail.from?.address).toBe("rocks@example.org");
    expect(mail.receivers).toEqual(["me@example.org"]);
    expect(mail.subject).toBe("1 find is waiting");
  }
});

test("no text of a find becomes a header, a part or the end of the mail", async () => {
  const plain = await sendAt(1, "Robin’s Rocks", ["a", "b", "c", "d", "e"]);
  const texts = [MARKS, ...packNaughty(5000)];
  const mail = await sendAt(2, "Robin’s Rocks", texts.slice(0, 5));
  expect(headersOf(mail)).toEqual(headersOf(plain));
  expect(mail.attachments).toHaveLength(0);
  expect(mail.subject).toBe("5 finds are waiting");
  // Its last line came too.
  expect(mail.text).toContain("Opening it or the link changes nothing.");
  expect(mail.html!.trimEnd()).toMatch(/<\/html>$/);
});
