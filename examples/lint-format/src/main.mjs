import { boiling, toFahrenheit } from "./temperature.mjs";  

console.log(toFahrenheit(boiling));
