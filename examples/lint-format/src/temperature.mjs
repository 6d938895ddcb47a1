export function toFahrenheit(celsius) {
	return celsius * 9 / 5 + 32;   
}



export const boiling = 100;