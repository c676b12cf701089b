/** Estimates of the number of calls of an operation. */

/** Assumed items of a list of unknown length, or of a page whose size is a variable. */
export const assumedItems = 20;

/** Explanation of an estimated number of calls. */
export const estimateExplanation = `the call may be unnecessary, or its number assumes ${assumedItems} items in a list of unknown length`;
