/** A person of the named cast. The same people are in the demo data and in tests. */
export interface CastMember {
  handle: string
  displayName: string
  bio: string
  isAdmin?: true
}

/** The cast: everybody in the demo data who has a story. */
export const CAST: readonly CastMember[] = [
  {
    handle: 'king_flush',
    displayName: 'King Flush I.',
    bio: 'Reigns from a porcelain seat. Every decree is final until the tank refills.',
    isAdmin: true,
  },
  {
    handle: 'sir_plunge',
    displayName: 'Sir Plungealot',
    bio: 'Knight of the order of the rubber cup. Unblocks what others dare not name.',
  },
  {
    handle: 'duke_ducky',
    displayName: 'The Duke of Duck',
    bio: 'Floats above it all. Squeaks when spoken to.',
  },
  {
    handle: 'jester_ply',
    displayName: 'Jester Threeply',
    bio: 'Soft on the outside, perforated within. Jokes sold by the sheet.',
  },
  {
    handle: 'brush_guard',
    displayName: 'Captain Bristle',
    bio: 'Stands in the corner so that you do not have to. Off duty never.',
  },
  {
    handle: 'lady_bidet',
    displayName: 'Lady Bidet de Fontaine',
    bio: 'Imported. Refreshing. Misunderstood since 1710.',
  },
  {
    handle: 'marble_marge',
    displayName: 'Marble Marge',
    bio: 'Tiler to the crown. If the grout is crooked, so is the realm.',
  },
  {
    handle: 'otto_overflow',
    displayName: 'Otto Overflow',
    bio: 'Never knows when to stop. Waterproof phone, unproof opinions.',
  },
  { handle: 'nina_nozzle', displayName: 'Nina Nozzle', bio: 'Shower thoughts, delivered under pressure.' },
  {
    handle: 'old_pipes',
    displayName: 'Old Pipes',
    bio: 'Rattling since 1923. I knew this house when the taps were lead.',
  },
  { handle: 'soap_opera', displayName: 'Soap Opera', bio: 'Slippery. Dramatic. Always back next week.' },
  {
    handle: 'count_drainula',
    displayName: 'Count Drainula',
    bio: 'I vant to sink your plug. Nocturnal posts only.',
  },
  {
    handle: 'bath_salts_bo',
    displayName: 'Bo of the Bath Salts',
    bio: 'Lavender by day, eucalyptus by night.',
  },
  {
    handle: 'queue_quentin',
    displayName: 'Quentin from the Queue',
    bio: 'Have been waiting outside since Tuesday. Are you done in there?',
  },
  { handle: 'mirror_mo', displayName: 'Mo in the Mirror', bio: 'I have seen you practise that speech.' },
  {
    handle: 'towel_theory',
    displayName: 'Towel Theory',
    bio: 'PhD in damp. Hang me properly or suffer the consequences.',
  },
  {
    handle: 'rami_flushed',
    displayName: 'رامي فلاش',
    bio: 'أكتب من اليمين إلى اليسار، وأسحب السيفون من أعلى إلى أسفل.',
  },
  {
    handle: 'a_very_long_name_at_court_xxx',
    displayName: 'Archduke Maximilian Ferdinand of Upper Cistern',
    bio: 'Titles take a while. So do I. Please knock twice, announce yourself, and wait for the herald.',
  },
  { handle: 'gus_gasket', displayName: 'Gus Gasket', bio: 'Holds things together. Leaks only to the press.' },
  { handle: 'vera_vent', displayName: 'Vera Vent', bio: 'Clearing the air, one scandal at a time.' },
]

/** The password of everybody in the demo data. */
export const DEMO_PASSWORD = 'flush-the-crown-7'
export const emailOf = ({ handle }: Pick<CastMember, 'handle'>): string => `${handle}@court.example`
