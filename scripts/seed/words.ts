import type { Random } from './random.ts'

/** Written by hand: what the court says on its good days. */
export const HEADLINES: readonly string[] = [
  'By royal decree: the seat goes DOWN. The debate is closed, and so shall the lid be. #ThroneTalk',
  'Day 4 of the great clog. Morale is low. The plunger has been knighted. #PipeDreams',
  'Whoever replaced the three-ply with one-ply has declared war. I am not angry, I am just transparent now. #PaperTrail',
  'Unpopular opinion: the best ideas in history were had in the shower and lost in the towel. #ShowerThoughts',
  'The rubber duck in my bath has more followers than I do. I respect the hustle. #DuckLife',
  'Overheard in the throne room: "I will be quick." That was in March. @queue_quentin can confirm.',
  'If you warm the seat and do not tell the next person, you are not a friend, you are a ghost story.',
  'My therapist says to let things go. My plumber says the opposite. #PipeDreams',
  'Ranked: every air freshener by how much it smells like a lie. Thread follows when I can breathe. #RoyalRoast',
  'Somebody left a book in here. It is a mystery. The mystery is why it is damp.',
  'There are two kinds of people: those who fold and those who scrunch. We do not speak at dinner. #PaperTrail',
  'The royal plumber has requested hazard pay, a medal and a moment alone. Granted, granted, denied.',
  'The hand dryer at court has two settings: whisper and hurricane. I lost a crown to it today. @king_flush',
  'I came here to roast and to rinse, and I am all out of shampoo. #RoyalRoast',
  'Please stop calling it "the loo with a view". It is a window. We have told the council. #ThroneTalk',
  'Bath bombs are just soup cubes for people. You cannot change my mind. #ShowerThoughts',
  'The bidet has entered the chat. The chat is now refreshed. @lady_bidet',
  'I have read the back of every shampoo bottle in this kingdom. The plot is thin but the characters lather. #ShowerThoughts',
  'Tile number 47 is crooked. I have told no one. It is between me and the tile. @marble_marge',
  'Reminder that the plunger is not a microphone. The concert was, however, excellent. #PipeDreams',
  'Breaking: local man discovers lock on bathroom door, ends thirty years of singing as a warning signal.',
  'Some of us are born great, some achieve greatness, and some have the good soap put out only for guests.',
  'The water pressure today was described by witnesses as "biblical". #ThroneTalk',
  'I do not have a morning routine. I have a hostage situation with a mirror. @mirror_mo',
  'صباح الخير من غرفة العرش. الماء ساخن والصف طويل. #ThroneTalk',
]

const WHO = ['The royal plumber', 'My neighbour upstairs', 'The court jester', 'Somebody in the queue', 'The duke', 'A guest who shall remain nameless', 'The intern', 'My own reflection', 'The cistern', 'Captain Bristle', 'The tap in the east wing', 'An unlicensed bath bomb', 'The night porter', 'A committee of towels']
const DID = ['has declared independence', 'was seen leaving the scene with wet socks', 'demands a larger mirror', 'flushed twice and called it a strategy', 'is now a podcast', 'refuses to discuss the incident', 'was found guilty of single-ply', 'sang the anthem through the pipes', 'has opinions about grout', 'put the roll on backwards', 'used the guest towel', 'asked for a receipt', 'locked the door and threw away the duck', 'filed a complaint against gravity']
const WHEN = ['again', 'before breakfast', 'during the royal address', 'and nobody blinked', 'for the third time this week', 'while the kingdom slept', 'in front of the ambassadors', 'with great ceremony', 'without washing their hands', 'on live television']
const THEN = ['The council will hear of this.', 'I have never felt more seen.', 'The tank is still refilling.', 'History will not be kind.', 'Ten out of ten, would flush again.', 'Please send paper.', 'The duck saw everything.', 'I am told this is normal in France.', 'Somebody hold my sceptre.', 'We move on, damp but dignified.', 'The grout remembers.', '']
const QUESTION = ['Is it treason to', 'Be honest: do you', 'Would you rather reign for a day or', 'Asking for a friend: can one', 'How many nobles does it take to']
const DEED = ['whistle while someone else is in there', 'read the terms and conditions on the throne', 'keep the duck facing the wall', 'iron the guest towels', 'reply to messages mid-flush', 'admit that you fold', 'name the plunger', 'queue politely for a bath nobody is using']
export const TAGS = ['ThroneTalk', 'PipeDreams', 'PaperTrail', 'RoyalRoast', 'ShowerThoughts', 'DuckLife', 'FlushFriday', 'CourtGossip', 'GroutGate', 'SeatDown'] as const

/** A post of the crowd: a sentence, sometimes a question, now and then with a tag. */
export function chatter(random: Random): string {
  const body = random.chance(0.25)
    ? `${random.pick(QUESTION)} ${random.pick(DEED)}?`
    : `${random.pick(WHO)} ${random.pick(DID)} ${random.pick(WHEN)}. ${random.pick(THEN)}`
  return `${body.trim()}${random.chance(0.4) ? ` #${random.pick(TAGS)}` : ''}`
}

export const REPLIES: readonly string[] = [
  'This belongs in the royal archive.', 'I laughed so hard that the tank refilled.', 'Counterpoint: no.', 'The duck agrees.', 'Framed it. It hangs above the cistern.', 'Who let you near a keyboard with wet hands?',
  'Two flushes up.', 'My plumber would like a word.', 'Treason, but well written.', 'I read this to the towels. They wept.', 'As a tile I find this offensive.', 'Seconded by the entire east wing.', 'Delete this. Then post it again tomorrow.',
  'Bold of you to assume that we wash our hands.', 'The queue outside is applauding.', 'Peak throne content.', 'You forgot to put the lid down on that one.', 'Somebody promote this person to duke.',
]

export const WHISPERS: readonly string[] = [
  'Are you still in there?', 'Define "in there".', 'The throne room. It has been forty minutes.', 'I am drafting a decree.', 'Is the decree about the paper?', 'The decree IS the paper.', 'We are out again, by the way.', 'Out of paper or out of decrees?', 'Both. Send the jester.',
  'The jester is busy being perforated.', 'Did you see what Otto posted?', 'I saw it. I cannot un-see it.', 'He should be capped at one flush a day.', 'Bring it up at council?', 'Already on the agenda, between grout and gossip.', 'You are a national treasure.', 'I am a public convenience.',
  'Dinner at eight?', 'If the pipes allow it.', 'Wear the good crown.', 'It is in the wash.', 'Then the brass one.', 'Deal. Knock twice.', 'Last one in refills the soap.', 'That is how the last war started.', 'And we won it.', 'We lost the towels.', 'We do not talk about the towels.',
]
