/** The site's texts until its family writes its own, in Markdown. */

export const defaultStory = (name: string) => `\
## The boy with the heavy pockets

${name} was born early in the morning, at the hour when the birds begin. He was wide awake, as if he had somewhere to be.

He looked at everything as though it had been put there for him to find. He crawled towards doors. His first word was “out”.

By the time he could walk, he had work to do. Every path had to be checked, and every good stone had to come home with us. We found them in shoes, in the bread tin, and once in the pocket of a coat that belonged to nobody we knew.

He had rules. A stone had to fit the hand. It had to be cold first and warm later. And the best one of the day was never for him.

---

> “This one is for you,” he would say, and put it in your hand.

## Small adventures

He never needed to go far. The stream behind the house was a river, the gravel heap was a mountain range, and a walk to the post box could take an hour. He climbed what could be climbed. He greeted every dog by the wrong name. When it rained he asked for his boots, and when it snowed he asked where the stones had gone.

In the evening he laid out what he had found on the windowsill, in an order that only he understood. We were not allowed to dust there.

## The night we lost him

${name} died in his sleep. He was about two and a half years old. He had been well that day; he had carried a stone home from the playground. Nobody has been able to tell us why.

There is a name for such a death, and no explanation: [sudden unexplained death in childhood](/sudc). Most families hear these words for the first time on the worst day of their lives, as we did.

## Why we made this site

In the weeks after, his cousins painted the stones he had left on the windowsill: ladybirds, foxes, hearts, a rocket. We could not keep them indoors. It would not have been like him. So we gave each a number and hid the first ones along the walks he liked.

Then somebody wrote to us from another town, with a picture. A while later somebody wrote from another country. The stone was on a beach ${name} never saw, in the hand of a girl of his age.

This is where those journeys come together. There was so much that he had not seen yet. His rocks see it for him, carried from one good place to the next by people he would have liked.
`;

export const defaultSudc = (name: string) => `\
Sometimes a healthy child dies and nobody can say why. It has a name, SUDC, and few people have heard of it.

## What it is

SUDC is the sudden and unexpected death of a child between the ages of 1 and 18 that stays unexplained after a thorough investigation: an autopsy, a look at the place where it happened, and a review of the child’s medical history. Most often a child who seemed healthy goes to sleep and does not wake up.

It is not the same as SIDS, the name for such deaths before a baby’s first birthday.

## What is known

- **400+** children aged 1 to 18 die this way each year in the United States alone. The true number is not known, because such deaths are investigated and recorded in different ways.
- **1 to 4** years is the age of most of them. In the United States it is among the leading categories of death at that age.
- **1 in 100,000** children aged 1 to 4, about, each year. It is rare, and no parent can see it coming.

Nobody can predict it yet, and nobody can prevent it. What causes it is not known; there may be more than one cause. Research is how that will change.

### Sources

- [SUDC Foundation, Facts & Statistics](https://sudc.org/facts-statistics)
- [Centers for Disease Control and Prevention, CDC WONDER, Multiple Cause of Death (as compiled by the SUDC Foundation)](https://wonder.cdc.gov/mcd.html)

This page is for information only. It does not replace medical advice.

## How to help

The SUDC Foundation funds research, raises awareness, and stands by families who have lost a child, at no cost to them. If you would like to do something in ${name}’s memory, a gift to them helps the next family.

If it has happened in your family, you are not alone: [sudc.org](https://sudc.org) has people who answer.
`;
