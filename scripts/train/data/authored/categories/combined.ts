import type { Families } from '../families.ts';

/** Lines that do two things at once, keyed by the first. The second is a slur aimed at somebody. */
export const combinedTemplates: Readonly<
  Record<'selfHarm' | 'threat' | 'sexualHarassment', Families>
> = {
  selfHarm: {
    commands: [
      '{kys|kill yourself|kill urself|neck yourself|hang yourself|go die|end yourself|off yourself|drink bleach|rope} {you |u |ya |}{~shpxvat~ |dirty |worthless |ugly |}[IDSLUR]',
      '{go |please |just |}{kys|kill yourself|hang yourself|jump off a bridge|cut your wrists} {already |now |}{,|} {you |u |}{~shpxvat~ |stupid |}[IDSLUR]',
      '[IDSLUR]{,|} {kys|kill yourself|go hang yourself|neck yourself|drop dead|do it already}',
      '{all |these |}[IDSLURS] {should|need to|can go} {kill themselves|kys|hang themselves|rope}',
      "{you |}[IDSLUR] {you should|why don't you} {kill yourself|kys|end it|hang yourself}{| already| tonight}",
    ],
    worth: [
      '{nobody|no one} {would miss|will cry for|needs} {a|another} {~shpxvat~ |}[IDSLUR]{,|} {kill yourself|kys|just end it}',
      'the world {is|would be} better without {you|a} [IDSLUR]{ like you|}{,|} {so kys|do it|kill yourself|}',
      "{you're|ur|you are} a {worthless |dirty |}[IDSLUR] and {should|you should} {die|kill yourself|end your life}",
    ],
  },
  threat: {
    violence: [
      "{i'll|i will|im gonna|i'm going to} [HURTS] you{,|} {you |u |}{~shpxvat~ |dirty |little |}[IDSLUR]",
      "{i'll|i will|im gonna} {find|come for|wait for} you {and [HURTS] you |after school |}{you |}[IDSLUR]",
      '{you |}[IDSLUR]{,|} {you are dead|ur dead|watch your back|i know where you live|see you tomorrow with my knife}',
      "{next time i see|if i see|when i find} {this|that|you} [IDSLUR] {i'll|i will|i'm gonna} [HURTS] {him|her|you}",
      'i {hope|pray} {you die|you get shot|someone shoots you|you burn}{,|} {you |}{~shpxvat~ |}[IDSLUR]',
    ],
  },
  sexualHarassment: {
    demands: [
      '{show me|send me|lemme see} your {~gvgf~|~chffl~|~nff~|nudes}{,|} {you |}{little |dirty |}[IDSLUR]',
      '{suck|come suck|get on your knees and suck} my {~qvpx~|~pbpx~}{,|} {you |}[IDSLUR]',
      "{i'd|i would|i wanna|i want to} ~shpx~ {that|this|a} {little |}[IDSLUR]{ so hard| till {she|he} cries|}",
    ],
  },
};
