/** Area under the ROC curve; ties count half. */
export function auc(scores: readonly number[], labels: readonly boolean[]): number {
  const order = scores
    .map((score, index) => ({ score, label: labels[index] === true }))
    .sort((a, b) => a.score - b.score);
  let rankSum = 0;
  let positives = 0;
  for (let at = 0; at < order.length;) {
    let end = at;
    while (end < order.length && order[end]?.score === order[at]?.score) end += 1;
    const rank = (at + 1 + end) / 2;
    for (; at < end; at += 1) {
      if (order[at]?.label === true) {
        rankSum += rank;
        positives += 1;
      }
    }
  }
  const negatives = order.length - positives;
  return (rankSum - (positives * (positives + 1)) / 2) / (positives * negatives);
}
