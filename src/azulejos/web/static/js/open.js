// A chosen file goes into the form's text, which the form sends.

import { byId } from "./dom.js";

const form = byId("open-form", HTMLFormElement);
const text = byId("record", HTMLTextAreaElement);
const chosen = byId("record-file", HTMLInputElement);

chosen.addEventListener("change", async () => {
  const file = chosen.files?.[0];
  if (!file) return;
  text.value = await file.text();
  form.requestSubmit();
});
