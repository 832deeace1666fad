// A guide for the first game: one short hint at a time, when it matters. What each game has to tell
// is in a file of its own; here is when a hint comes and goes.

export class Coach {
  constructor(shell) {
    this.shell = shell;
    this.card = document.getElementById("coach");
    this.told = new Set();
    this.shown = null; // what the hint that is read now is about
    this.moved = false; // the player has moved since the hint came
    if (this.begins()) this.once("welcome", this.welcome());
    else if (this.isTurn) this.first(this.hints());
    document.addEventListener("click", () => this.pick());
    document.addEventListener("keyup", () => this.pick());
  }

  get isTurn() {
    const { turn, mine } = this.shell.table;
    return turn !== null && mine.includes(turn);
  }

  show(words) {
    const text = document.createElement("p");
    text.textContent = words;
    this.card.replaceChildren(text);
    this.card.hidden = false;
  }

  hide() {
    this.shown = null;
    this.card.hidden = true;
  }

  /** Say something once. */
  once(key, words) {
    if (this.told.has(key)) return false;
    this.told.add(key);
    this.shown = key;
    this.moved = false;
    this.show(words);
    return true;
  }

  /** Say the first of these hints that is due and new: each is a key, whether it is due, and words. */
  first(hints) {
    return hints.some(([key, due, words]) => due && this.once(key, words));
  }

  /** The player holds something: what there is to say about that. */
  pick() {
    const { hands } = this.shell.game;
    if (this.isTurn && hands.picked !== null && !hands.busy) this.first(this.picked());
  }

  /**
   * When it is the player's turn again: the first thing that is new. A hint after every event would
   * be gone with the bot's quick answer before it is read; it goes when the player has moved.
   */
  look(event) {
    const { table } = this.shell;
    if (table.result) {
      this.show(this.farewell());
      return;
    }
    if (event.type === "undo") {
      // What the hint was about is gone; when it comes again, so may the hint.
      this.told.delete(this.shown);
      this.forget();
      this.hide();
    } else {
      this.note(event);
      if (event.type === "move" && table.mine.includes(event.turn)) this.moved = true;
    }
    if (!this.isTurn) {
      if (this.shown?.startsWith("pick")) this.hide();
      return;
    }
    if (!this.first(this.hints()) && this.moved) this.hide();
  }
}
