import { BRAND } from '#contract/brand.ts'

/** The founder's story (product section 2, Founders page). */
export const STORY = {
  origin: [
    'It began, as most honest thinking does, behind a locked door. The founder had just deleted the ninth draft of a harmless remark, because each of the first eight might have been misunderstood by somebody with a profile picture of a sailing boat.',
    `Outside there were networks for careers, for breakfasts and for being seen to care. There was none for the thought you have at twenty past seven in the morning with your phone in your hand and nowhere to be. So the founder built one around the only chair in the house where nobody pretends, and called it ${BRAND.name}.`,
  ],
  vision:
    'A kingdom where rank is decided by who makes the others laugh, where the newest peasant may roast the oldest duke, and where a thought comes out the way it came in. The crown is decoration. The seat is for everybody.',
  philosophy: [
    {
      title: 'Post it',
      text: 'Say it first and polish it never. A thought that waits until it is presentable has usually left by then.',
    },
    {
      title: 'Roast it',
      text: 'Nothing is above a joke, and the one who tells it is the first to be sat on. Punch upwards, sideways and at the mirror.',
    },
    {
      title: 'Share it',
      text: 'Relief is better in company. If it made you snort in a public place, somebody else deserves the same embarrassment.',
    },
  ],
  mission:
    'To give every adult and every teenager from thirteen up a place to post what they really think, in five hundred characters or sixty seconds of film, without a costume and without a committee. And to see to it that rude never means cruel: the guards read every report within twenty-four hours.',
  facts: [
    'The king has never been seen standing up.',
    'The whole court was drawn with one line weight, five fillings and no budget.',
    'The first decree of the house was "please jiggle the handle". It is still in force.',
    'None of the products in our advertisements exist. Eleven people have complained about the delivery times.',
    'The duke is waterproof, and the only one of us who is.',
    "The founder's chair has been called ergonomic by nobody.",
  ],
} as const
