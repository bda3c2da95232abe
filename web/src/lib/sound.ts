/** Sounds made in the browser out of noise and tones: nothing is fetched, and nothing is heard until it is switched on. */

export const SOUNDS = ["engine", "guns", "flak", "radio", "fire"] as const;
export type Sound = (typeof SOUNDS)[number];

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;
/** What was made last, for whoever wants to know that something was. */
export const heard: Sound[] = [];

function ready(): AudioContext {
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume(); // until somebody has clicked or pressed a key
  return context;
}

function hiss(audio: AudioContext): AudioBuffer {
  if (noise) return noise;
  noise = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const data = noise.getChannelData(0);
  for (let place = 0; place < data.length; place++) data[place] = 2 * Math.random() - 1;
  return noise;
}

/** Noise through a filter, loud at once and dying away. */
function burst(
  audio: AudioContext,
  at: number,
  length: number,
  pitch: number,
  loud: number,
  kind: BiquadFilterType,
): void {
  const source = audio.createBufferSource();
  source.buffer = hiss(audio);
  const filter = audio.createBiquadFilter();
  filter.type = kind;
  filter.frequency.value = pitch;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(at, Math.random() * 0.5, length);
}

function tone(audio: AudioContext, at: number, length: number, pitch: number, loud: number): void {
  const source = audio.createOscillator();
  source.type = "sawtooth";
  source.frequency.value = pitch;
  const filter = audio.createBiquadFilter();
  filter.frequency.value = 320;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.001, at);
  gain.gain.linearRampToValueAtTime(loud, at + length * 0.3);
  gain.gain.linearRampToValueAtTime(0.001, at + length);
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(at);
  source.stop(at + length);
}

const MADE: Record<Sound, (audio: AudioContext, now: number) => void> = {
  engine: (audio, now) => [62, 64.5, 93].forEach((pitch) => tone(audio, now, 1.6, pitch, 0.05)),
  guns: (audio, now) => {
    for (let shot = 0; shot < 9; shot++) burst(audio, now + shot * 0.075, 0.07, 900, 0.16, "bandpass");
  },
  flak: (audio, now) => [0, 0.35].forEach((late) => burst(audio, now + late, 0.5, 170, 0.3, "lowpass")),
  radio: (audio, now) => [0, 0.09].forEach((late) => burst(audio, now + late, 0.035, 2400, 0.1, "bandpass")),
  fire: (audio, now) => {
    burst(audio, now, 1.8, 300, 0.2, "lowpass");
    for (let crack = 0; crack < 6; crack++) burst(audio, now + 0.2 + crack * 0.22, 0.05, 1800, 0.06, "highpass");
  },
};

export function play(sound: Sound): void {
  heard.push(sound);
  if (heard.length > 20) heard.shift();
  const audio = ready();
  MADE[sound](audio, audio.currentTime + 0.02);
}
