import { expect, test } from "vitest";
import { reduceCredit } from "#app/components/map/credit.ts";

const link = (address: string, text: string) =>
  `<a href="${address}" target="_blank" rel="noopener">${text}<span class="sr"> (new tab)</span></a>`;

test.each([
  ["&copy; Tiles & more", "&copy; Tiles &amp; more"],
  [
    "<a class='x' onclick='steal()' href='https://tiles.example/?a=1&b=\"2'>Tiles</a>, drawn",
    link("https://tiles.example/?a=1&amp;b=&quot;2", "Tiles") + ", drawn",
  ],
  [
    '<a href="https://a.example"><img src=x onerror=steal()></a>',
    link("https://a.example", "&lt;img src=x onerror=steal()&gt;"),
  ],
  ["<script>steal()</script>", "&lt;script&gt;steal()&lt;/script&gt;"],
  [
    '<a href="javascript:steal()">Tiles</a>',
    "&lt;a href=&quot;javascript:steal()&quot;&gt;Tiles&lt;/a&gt;",
  ],
  [
    '<a href="https://a.example" <a href="https://b.example',
    "&lt;a href=&quot;https://a.example&quot; &lt;a href=&quot;https://b.example",
  ],
])("the credit %s is shown as text and links alone", (html, reduced) => {
  expect(reduceCredit(html, "(new tab)")).toBe(reduced);
});
