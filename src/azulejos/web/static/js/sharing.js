// Sharing a moment of a game: a link that leads to it, and a picture of it.

import { byId, element } from "./dom.js";
import { whyNot } from "./host.js";
import { asPng, picture, sourceOf } from "./picture.js";
import { codeOf } from "./qr_picture.js";
import { copy } from "./seats.js";
import { _ } from "./text.js";

/** @import { TableController } from "./table.js" */

export class Sharing {
  /** @param {TableController} controller */
  constructor(controller) {
    this.controller = controller;
    this.dialog = byId("sharing", HTMLDialogElement);
    this.image = byId("sharing-picture", HTMLImageElement);
    this.field = byId("moment-link", HTMLInputElement);
    this.svg = "";
    for (const id of ["share-moment", "share-result"]) {
      byId(id).addEventListener("click", () => this.open());
    }
    byId("copy-moment").addEventListener("click", () => copy(byId("copy-moment"), this.field));
    byId("save-png").addEventListener("click", () => this.save("png"));
    byId("save-svg").addEventListener("click", () => this.save("svg"));
    const send = byId("send-picture");
    send.hidden = !navigator.canShare?.({
      files: [new File([""], "x.png", { type: "image/png" })],
    });
    send.addEventListener("click", () => this.send());
  }

  async open() {
    const { controller } = this;
    const { history, table, host } = controller;
    byId("sharing-what").textContent = table.result && !history.isShown
      ? controller.result.text()
      : history.text();
    byId("copy-moment").textContent = _("Copy");
    try {
      const address = await host.moment(history.now);
      byId("moment-row").hidden = address === null;
      byId("no-moment").hidden = address !== null;
      this.field.value = address ?? "";
      const code = address && codeOf(address);
      byId("moment-code").hidden = !code;
      if (code) byId("moment-qr", HTMLImageElement).src = code;
      this.svg = await picture(controller);
      this.image.src = sourceOf(this.svg);
    } catch (error) {
      controller.tell(whyNot(error));
      return;
    }
    if (!this.dialog.open) this.dialog.showModal();
  }

  get name() {
    const { history, table } = this.controller;
    return `${table.game}-${table.id}-${history.now}`;
  }

  async png() {
    await this.image.decode();
    return await asPng(this.image);
  }

  /** @param {"png" | "svg"} kind */
  async save(kind) {
    const file = kind === "svg"
      ? new Blob([this.svg], { type: "image/svg+xml" })
      : await this.png();
    const href = URL.createObjectURL(file);
    element("a", { href, download: `${this.name}.${kind}` }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
  }

  /** Hand the picture to another program of the device. */
  async send() {
    const file = new File([await this.png()], `${this.name}.png`, { type: "image/png" });
    await navigator.share({ files: [file], text: this.field.value }).catch(() => {});
  }
}
