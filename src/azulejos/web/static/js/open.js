// A chosen file goes into the form's text, which the form sends.

const form = document.getElementById("open-form");
const text = document.getElementById("record");

document.getElementById("record-file").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (!file) return;
  text.value = await file.text();
  form.requestSubmit();
});
