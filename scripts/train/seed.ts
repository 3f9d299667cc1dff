/** All that is random in training hangs on it; the evaluation makes the same authored texts by it. */
export const SEED = 20_240;
