/** Chapters of the 60-minute sample lecture as its creator would list them: the words that each opens with, and its title. */
export const measuringTimeChapters: readonly [opening: string, title: string][] = [
  ['Good evening', 'What time is it?'],
  ['The first thing that repeats', 'Shadows, water and fire'],
  ['The answer is surprising', 'Monks and the first mechanical clocks'],
  ['We now come to the greatest', 'Galileo, Huygens and the pendulum'],
  ['To understand what Harrison did', 'Longitude and a watch that went to sea'],
  ['Let us come back to land', 'Railways and time zones'],
  ['In 1880 two brothers in Paris', 'Quartz'],
  ['What we need, then', 'Atoms and the new second'],
  ['That brings us to the strangest', 'Leap seconds'],
  ['I promised that good clocks', 'Einstein and the clocks that flew'],
  ['We have now got excellent clocks', 'How computers share the time'],
  ['Let me now turn from machines', 'The clock inside us'],
  ['I have one last chapter', 'Clocks of light'],
];
