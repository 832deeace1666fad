// Quick phrases, by the codes that the service knows them by; each reader has them in their language.

import { _ } from "./text.js";

/** @returns {Record<string, string>} */
export function phrases() {
  return {
    hello: _("Hello!"),
    good_luck: _("Good luck!"),
    well_played: _("Well played!"),
    nice_move: _("Nice move!"),
    oh_no: _("Oh no!"),
    one_moment: _("One moment, please."),
    your_turn: _("Are you still there?"),
    thanks: _("Thank you!"),
    sorry: _("Sorry!"),
    good_game: _("Good game!"),
    once_more: _("Once more?"),
    goodbye: _("Goodbye!"),
  };
}
